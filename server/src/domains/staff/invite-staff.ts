import { normalizeEmail } from '@lading/contract/identity.ts';
import { INVITATION_LIFE_DAYS, type InvitationAnswer, type InviteBody } from '@lading/contract/staff.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { days, later } from '../../platform/clock.ts';
import { isUniqueViolation, type Trx, transaction } from '../../platform/db/database.ts';
import { digest, newId, newSecret } from '../../platform/ids.ts';
import { byActor, maskEmail } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { lockManager } from './change-staff.ts';
import { countMail, linkOf, mailInvitation } from './invitation-mail.ts';
import {
  findInvitation,
  hasInvitation,
  insertInvitation,
  lockInvitation,
  renewInvitation,
} from './invitations.store.ts';
import { toInvitation } from './show-staff.ts';
import type { StaffDeps } from './staff.deps.ts';
import { findAccountRole } from './staff.store.ts';

export async function inviteStaff(
  deps: StaffDeps,
  actor: Actor,
  { email, role }: InviteBody,
): Promise<InvitationAnswer> {
  const now = deps.clock.now();
  const id = newId();
  const token = newSecret();
  const emailKey = normalizeEmail(email);
  await transaction(deps.db, async (trx) => {
    await lockManager(trx, actor);
    await refuseTaken(trx, emailKey);
    await insertInvitation(trx, {
      id,
      email,
      email_key: emailKey,
      role,
      ...secretOf(token, now),
      invited_by: actor.userId,
      mails: 1,
      mails_from: now,
    });
    await recordEvent(trx, deps.clock, actor, {
      type: 'INVITE_STAFF',
      status: 'success',
      ...byActor(actor),
      details: { invitationId: id, email: maskEmail(emailKey), role },
    });
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'staff_invitations_email_key') ? new AppError('ALREADY_INVITED') : error;
  });
  const link = linkOf(deps, token);
  return answerOf(deps, id, link, await mailInvitation(deps, email, link));
}

/** A new link replaces the previous one. */
export async function resendInvitation(
  deps: StaffDeps,
  actor: Actor,
  invitationId: string,
): Promise<InvitationAnswer> {
  const now = deps.clock.now();
  const token = newSecret();
  const { email, mayMail } = await transaction(deps.db, async (trx) => {
    await lockManager(trx, actor);
    const invitation = await lockInvitation(trx, invitationId);
    if (!invitation) throw new AppError('INVITATION_NOT_FOUND');
    const count = countMail(invitation, now);
    const { mails, mails_from } = count ?? invitation;
    const renewal = { ...secretOf(token, now), invited_by: actor.userId, mails, mails_from };
    await renewInvitation(trx, invitationId, renewal);
    await recordEvent(trx, deps.clock, actor, {
      type: 'RESEND_STAFF_INVITATION',
      status: 'success',
      ...byActor(actor),
      details: { invitationId },
    });
    return { email: invitation.email, mayMail: count !== null };
  });
  const link = linkOf(deps, token);
  return answerOf(deps, invitationId, link, mayMail ? await mailInvitation(deps, email, link) : 'limited');
}

const secretOf = (token: string, now: Date) => ({
  token_hash: digest(token),
  sent_at: now,
  expires_at: later(now, days(INVITATION_LIFE_DAYS)),
});

/** Only owners invite, and they can see all clients and staff anyway, so the answer may say who has the address. */
async function refuseTaken(trx: Trx, emailKey: string): Promise<void> {
  const account = await findAccountRole(trx, emailKey);
  if (account) throw new AppError(account.role === 'admin' ? 'ALREADY_STAFF' : 'CLIENT_ADDRESS');
  if (await hasInvitation(trx, emailKey)) throw new AppError('ALREADY_INVITED');
}

const answerOf = async (
  { db, clock }: StaffDeps,
  id: string,
  link: string,
  delivery: InvitationAnswer['delivery'],
): Promise<InvitationAnswer> => ({
  invitation: toInvitation(await findInvitation(db, id), clock.now()),
  link,
  delivery,
});
