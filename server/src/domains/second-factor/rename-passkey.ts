import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { renamePasskey as storeName } from './second-factor.store.ts';

export const renamePasskey = (
  deps: SecondFactorDeps,
  actor: SignedInActor,
  { id, name }: { id: string; name: string },
): Promise<void> =>
  transaction(deps.db, async (trx) => {
    if (!(await storeName(trx, { id, userId: actor.userId, name }))) throw new AppError('FACTOR_NOT_FOUND');
    await recordEvent(trx, deps.clock, actor, {
      type: 'PASSKEY_RENAMED',
      status: 'success',
      ...byActor(actor),
      details: { passkeyId: id },
    });
  });
