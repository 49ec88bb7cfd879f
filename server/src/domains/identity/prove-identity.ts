import type { ProveAnswer, ProveBody } from '@lading/contract/identity.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { digest, newSecret } from '../../platform/ids.ts';
import { type AuditEvents, byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { checkPassword, requireUnchanged } from './check-password.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { renewSession } from './identity.store.ts';
import { sessionIdOf } from './session-of.ts';

/** A signed-in user confirms the password, which sensitive routes ask for in `strict`. */
export async function proveByPassword(
  deps: IdentityDeps,
  actor: SignedInActor,
  { password }: ProveBody,
): Promise<ProveAnswer> {
  const user = await checkPassword(deps, actor, password);
  return transaction(deps.db, async (trx) => {
    await requireUnchanged(trx, user);
    return renewProof(deps, trx, actor, 'password');
  });
}

/** Records a proof that the caller has checked. */
export async function renewProof(
  deps: Pick<IdentityDeps, 'clock'>,
  trx: Trx,
  actor: SignedInActor,
  by: AuditEvents['IDENTITY_CONFIRMED']['by'],
): Promise<ProveAnswer> {
  const renewed = await renewToken(deps, trx, actor);
  await recordEvent(trx, deps.clock, actor, {
    type: 'IDENTITY_CONFIRMED',
    status: 'success',
    ...byActor(actor),
    details: { by },
  });
  return renewed;
}

/** After a proof of identity, the session gets a new token. The old one, and any copy of it, stops working. */
export async function renewToken(
  { clock }: Pick<IdentityDeps, 'clock'>,
  trx: Trx,
  actor: SignedInActor,
): Promise<ProveAnswer> {
  const token = newSecret();
  const expiresAt = await renewSession(trx, sessionIdOf(actor), {
    tokenHash: digest(token),
    now: clock.now(),
  });
  if (!expiresAt) throw new AppError('NOT_AUTHENTICATED');
  return { token, expiresAt: expiresAt.toISOString() };
}
