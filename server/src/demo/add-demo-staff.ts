import { normalizeEmail } from '@lading/contract/identity.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';
import { INVITATION_LIFE_DAYS } from '@lading/contract/staff.ts';
import { recordEvent } from '../domains/audit/record-event.ts';
import type { IdentityDeps } from '../domains/identity/identity.deps.ts';
import { findUserByEmail, touchLastActive } from '../domains/identity/identity.store.ts';
import { insertInvitation } from '../domains/staff/invitations.store.ts';
import { insertStaff } from '../domains/staff/staff.store.ts';
import { days, hours, later } from '../platform/clock.ts';
import { type Trx, transaction } from '../platform/db/database.ts';
import { digest, newId, newSecret } from '../platform/ids.ts';

export const DEMO_STAFF = [
  { staffRole: 'finance', email: 'finance@lading.example', name: 'Ines Keller' },
  { staffRole: 'support', email: 'support@lading.example', name: 'Theo Brandt' },
  { staffRole: 'read_only', email: 'auditor@lading.example', name: 'Lena Fischer' },
] as const satisfies readonly { staffRole: StaffRole; email: string; name: string }[];

const INVITED = 'new.colleague@lading.example';

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'passwords'>;

/** Adds one person for each other staff role, and an open invitation. */
export async function addDemoStaff(
  { db, clock, passwords }: Deps,
  ownerEmail: string,
  accounts: readonly { email: string; password: string }[],
): Promise<void> {
  const owner = await findUserByEmail(db, normalizeEmail(ownerEmail));
  const hashes = new Map<string, string>();
  for (const { email, password } of accounts) hashes.set(email, await passwords.hash(password));
  const now = clock.now();
  await transaction(db, async (trx) => {
    for (const [index, { staffRole, email, name }] of DEMO_STAFF.entries()) {
      const id = newId();
      const joined = later(now, -days(60 - 20 * index));
      await insertStaff(trx, {
        id,
        email,
        email_key: normalizeEmail(email),
        full_name: name,
        password_hash: hashes.get(email) ?? '',
        staff_role: staffRole,
        email_verified_at: joined,
        created_at: joined,
      });
      await touchLastActive(trx, id, later(now, -hours(3 + 17 * index)));
      await recordEvent(
        trx,
        { now: () => joined },
        { ip: null, requestId: null },
        { type: 'ADMIN_CREATED', status: 'success', userId: id, userRole: 'admin', details: { by: 'demo' } },
      );
    }
    if (owner) await addInvitation(trx, owner.id, later(now, -days(1)));
  });
}

/** Its link was never sent; an owner can resend it. */
const addInvitation = (trx: Trx, invitedBy: string, sentAt: Date) =>
  insertInvitation(trx, {
    id: newId(),
    token_hash: digest(newSecret()),
    email: INVITED,
    email_key: normalizeEmail(INVITED),
    role: 'support',
    invited_by: invitedBy,
    sent_at: sentAt,
    expires_at: later(sentAt, days(INVITATION_LIFE_DAYS)),
    mails: 0,
    mails_from: sentAt,
  });
