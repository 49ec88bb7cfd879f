import { type MessageAnswer, normalizeEmail, type RegisterBody } from '@lading/contract/identity.ts';
import { AppError } from '../../platform/app-error.ts';
import { isUniqueViolation, transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { emailExists, insertUser } from './identity.store.ts';
import { SEND_EMAIL_LINK } from './send-email-links.ts';

const SIGN_UP_DONE = 'Your account was created. Please sign in.';

/** Every new account is a client, whatever the request says. */
export async function register(
  deps: IdentityDeps,
  origin: Origin,
  input: RegisterBody,
): Promise<MessageAnswer> {
  const { db, clock } = deps;
  const emailKey = normalizeEmail(input.email);
  if (await emailExists(db, emailKey)) throw new AppError('EMAIL_TAKEN');
  const hint = await deps.passwordRules.check(input.password, { email: input.email, name: input.full_name });
  const passwordHash = await deps.passwords.hash(input.password);
  const userId = newId();
  try {
    await transaction(db, async (trx) => {
      await insertUser(trx, {
        id: userId,
        email: input.email,
        email_key: emailKey,
        full_name: input.full_name,
        phone: input.phone?.replace(/\D/g, '') || null,
        password_hash: passwordHash,
        role: 'client',
        status: 'active',
        created_at: clock.now(),
        last_active_at: null,
      });
      await deps.jobs.enqueue(trx, SEND_EMAIL_LINK, { userId, purpose: 'verify' });
      await recordEvent(trx, clock, origin, {
        type: 'SIGN_UP',
        status: 'success',
        userId,
        userRole: 'client',
        details: {},
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw new AppError('EMAIL_TAKEN');
    throw error;
  }
  return { message: SIGN_UP_DONE, ...(hint ? { hint } : {}) };
}
