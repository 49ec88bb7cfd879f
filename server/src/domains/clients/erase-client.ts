import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type EraseDeps, erasePersonalData } from './erase-personal-data.ts';

/** An admin erases a client. */
export async function eraseClient(deps: EraseDeps, admin: Actor, id: string): Promise<void> {
  if (id === admin.userId) throw new AppError('OWN_ACCOUNT');
  await erasePersonalData(deps, id, {
    subject: 'This client',
    record: (db, status, error) =>
      recordEvent(db, deps.clock, admin, {
        type: 'DELETE_USER',
        status,
        ...byActor(admin),
        details: { clientId: id, ...(error ? { error } : {}) },
      }),
  });
}
