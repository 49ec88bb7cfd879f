import { ERRORS } from '@lading/contract/errors.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { byActor, type Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { authenticate } from './authenticate.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { deleteSession } from './identity.store.ts';

const LOGGED_OUT = 'You are signed out.';

export async function logOut(
  deps: IdentityDeps,
  origin: Origin,
  authorization: string | undefined,
): Promise<{ message: string }> {
  const actor = await authenticate(deps, origin, authorization).catch(async (error: unknown) => {
    if (error instanceof AppError) await recordRefusedLogOut(deps, origin);
    throw error;
  });
  await transaction(deps.db, async (trx) => {
    await deleteSession(trx, actor.tokenHash);
    await recordEvent(trx, deps.clock, origin, {
      type: 'LOGOUT',
      status: 'success',
      ...byActor(actor),
      details: {},
    });
  });
  return { message: LOGGED_OUT };
}

async function recordRefusedLogOut(deps: IdentityDeps, origin: Origin): Promise<void> {
  await recordEvent(deps.db, deps.clock, origin, {
    type: 'LOGOUT',
    status: 'error',
    userId: null,
    userRole: null,
    details: { error: ERRORS.NOT_AUTHENTICATED.message },
  });
}
