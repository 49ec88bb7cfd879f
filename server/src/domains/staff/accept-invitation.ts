import type { MessageAnswer } from '@lading/contract/identity.ts';
import type { AcceptInvitationBody, InvitedAnswer } from '@lading/contract/staff.ts';
import { AppError } from '../../platform/app-error.ts';
import { isUniqueViolation, transaction } from '../../platform/db/database.ts';
import { digest, newId } from '../../platform/ids.ts';
import type { Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { consumeInvitation, findLiveInvitation } from './invitations.store.ts';
import type { StaffDeps } from './staff.deps.ts';
import { findAccountRole, insertStaff } from './staff.store.ts';

const WELCOME = 'Your account is ready. Please sign in.';

/** For the page behind the link. Unknown, expired, revoked and used links get the same answer. */
export async function showInvitation(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  token: string,
): Promise<InvitedAnswer> {
  const invitation = await findLiveInvitation(db, digest(token), clock.now());
  if (!invitation) throw new AppError('INVITATION_INVALID');
  const { email, role, expires_at: expiresAt } = invitation;
  return { email, role, expiresAt: expiresAt.toISOString() };
}

/**
 * Creates the account for the invited address and starts no session. A client may have signed up with the
 * address since the invitation: the account stays a client, and the invitation stays open, so that the client
 * account can be deleted or moved to another address first.
 */
export async function acceptInvitation(
  deps: StaffDeps,
  origin: Origin,
  { token, name, password }: AcceptInvitationBody,
): Promise<MessageAnswer> {
  const { db, clock } = deps;
  const tokenHash = digest(token);
  const { email: address } = await showInvitation(deps, token);
  const hint = await deps.passwordRules.check(password, { email: address, name });
  // Outside the transaction, so that no connection is held during hashing.
  const passwordHash = await deps.passwords.hash(password);
  const userId = newId();
  await transaction(db, async (trx) => {
    const invitation = await consumeInvitation(trx, tokenHash, clock.now());
    if (!invitation) throw new AppError('INVITATION_INVALID');
    const { email, email_key: emailKey, role } = invitation;
    if (await findAccountRole(trx, emailKey)) throw new AppError('CLIENT_ADDRESS');
    await insertStaff(trx, {
      id: userId,
      email,
      email_key: emailKey,
      full_name: name,
      password_hash: passwordHash,
      staff_role: role,
      // An owner entered the address, and the link was sent to it.
      email_verified_at: clock.now(),
      created_at: clock.now(),
    });
    await recordEvent(trx, clock, origin, {
      type: 'JOIN_STAFF',
      status: 'success',
      userId,
      userRole: 'admin',
      details: { invitationId: invitation.id, role },
    });
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'users_email_key') ? new AppError('CLIENT_ADDRESS') : error;
  });
  return { message: WELCOME, ...(hint ? { hint } : {}) };
}
