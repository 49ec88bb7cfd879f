import type { ChangeEmailAnswer, ChangeEmailBody } from '@lading/contract/account.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { isUniqueViolation, transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { changeEmail } from './change-email.ts';
import { checkPassword, requireUnchanged } from './check-password.ts';
import { deleteEmailChange } from './email.store.ts';
import type { IdentityDeps } from './identity.deps.ts';

const taken = () =>
  new AppError('EMAIL_TAKEN', { fields: [{ path: 'email', message: ERRORS.EMAIL_TAKEN.message }] });

/** Needs the password, because the address can reset it. */
export async function requestEmailChange(
  deps: IdentityDeps,
  actor: SignedInActor,
  { email, password }: ChangeEmailBody,
): Promise<ChangeEmailAnswer> {
  const user = await checkPassword(deps, actor, password);
  const state = await transaction(deps.db, async (trx) => {
    await requireUnchanged(trx, user);
    const outcome = await changeEmail(trx, deps, user.id, email, 'self');
    if (email === user.email) return outcome;
    await recordEvent(trx, deps.clock, actor, {
      type: outcome === 'waiting' ? 'EMAIL_CHANGE_REQUESTED' : 'EMAIL_CHANGED',
      status: 'success',
      ...byActor(actor),
      details: { by: 'self' },
    });
    return outcome;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'users_email_key') ? taken() : error;
  });
  return { state };
}

export async function cancelEmailChange(
  deps: IdentityDeps,
  actor: SignedInActor,
): Promise<{ canceled: boolean }> {
  return transaction(deps.db, async (trx) => {
    if (!(await deleteEmailChange(trx, actor.userId))) return { canceled: false };
    await recordEvent(trx, deps.clock, actor, {
      type: 'EMAIL_CHANGE_CANCELED',
      status: 'success',
      ...byActor(actor),
      details: {},
    });
    return { canceled: true };
  });
}
