import { hours, later } from '../../platform/clock.ts';
import { releaseMail, reserveMail } from './account-mails.store.ts';
import type { IdentityDeps } from './identity.deps.ts';

const MAX_PER_HOUR = 3;

type LinkMail = 'reset' | 'verify' | 'change-email';
type MailKind = LinkMail | 'notice';

export type MailLimitDeps = Pick<IdentityDeps, 'db' | 'clock' | 'security'>;

interface Recipient {
  emailKey: string;
  /** Whether the account holder has proven that the address is theirs. */
  verified: boolean;
}

/**
 * Sends a mail if its limits allow: three an hour with links of one kind, and three an hour in all to an
 * unverified address, so that a stranger cannot flood a mailbox through us. In `strict` an
 * unverified address gets links only. Returns whether the mail was sent.
 */
export async function sendWithinLimits(
  deps: MailLimitDeps,
  { emailKey, verified }: Recipient,
  kind: MailKind,
  send: () => Promise<void>,
): Promise<boolean> {
  if (verified && kind === 'notice') {
    await send();
    return true;
  }
  if (!verified && kind === 'notice' && deps.security === 'strict') return false;
  const now = deps.clock.now();
  const reservation = await reserveMail(deps.db, {
    emailKey,
    kind,
    counts: verified ? 'kind' : 'all',
    max: MAX_PER_HOUR,
    since: later(now, -hours(1)),
    now,
  });
  if (reservation === null) return false;
  try {
    await send();
  } catch (error) {
    await releaseMail(deps.db, reservation);
    throw error;
  }
  return true;
}

const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]|:\/\/|www\./iu;

/** The end of a sentence for someone who can no longer sign in. */
export const contactSupport = ({ supportEmail }: Pick<IdentityDeps, 'supportEmail'>): string =>
  supportEmail === null ? 'please contact support.' : `please contact support at ${supportEmail}.`;

/** Names the person only if the address is verified: a stranger may have typed both. */
export const greetingOf = ({ name, verified }: { name: string; verified: boolean }): string =>
  verified && !UNSAFE.test(name) ? `Hello ${name},` : 'Hello,';
