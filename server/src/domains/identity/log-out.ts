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
  // Without a session nothing ends, and nothing is recorded: anyone could fill the audit log that way.
  const actor = await authenticate(deps, origin, authorization, false);
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
