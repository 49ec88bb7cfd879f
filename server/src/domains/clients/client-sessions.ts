import type { SessionsAnswer } from '@lading/contract/account.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { endSessionsOf, listSessions } from '../identity/manage-sessions.ts';
import { selectClient } from './admin-clients.store.ts';

export type ClientSessionDeps = Parameters<typeof endSessionsOf>[0];

export async function listClientSessions(deps: ClientSessionDeps, id: string): Promise<SessionsAnswer> {
  if (!(await selectClient(deps.db, id))) throw new AppError('CLIENT_NOT_FOUND');
  return listSessions(deps, id, null);
}

export async function endClientSessions(
  deps: ClientSessionDeps,
  admin: Actor,
  id: string,
): Promise<{ ended: number }> {
  if (!(await selectClient(deps.db, id))) throw new AppError('CLIENT_NOT_FOUND');
  return endSessionsOf(deps, admin, id);
}
