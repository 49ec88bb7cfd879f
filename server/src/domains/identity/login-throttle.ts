import { AppError } from '../../platform/app-error.ts';
import { later, minutes } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/database.ts';
import { digest } from '../../platform/ids.ts';
import { addFailures, countFailures, deleteFailures, hasSessionFrom } from './identity.store.ts';

const WINDOW_MS = minutes(15);

/**
 * Maximum failed logins within the window. `pair` (account and IP address) stops guessing from one place.
 * `address` stops trying one password on many accounts. `account` stops guessing from many places, except
 * from an IP address where the owner is signed in, so that an attacker cannot lock the owner out. A password
 * reset clears the account.
 */
const LIMITS = { pair: 10, address: 60, account: 100 };

const key = (kind: string, ...parts: string[]) => `${kind}:${digest(parts.join('\n')).toString('base64url')}`;

function keysOf(emailKey: string, ip: string) {
  return { pair: key('pair', emailKey, ip), address: key('address', ip), account: key('account', emailKey) };
}

export async function refuseIfThrottled(db: Handle, emailKey: string, ip: string, now: Date): Promise<void> {
  const keys = keysOf(emailKey, ip);
  const counts = await countFailures(db, Object.values(keys), now);
  const isOver = (kind: keyof typeof LIMITS) => (counts.get(keys[kind]) ?? 0) >= LIMITS[kind];
  const refused =
    isOver('pair') || isOver('address') || (isOver('account') && !(await hasSessionFrom(db, emailKey, ip)));
  if (refused) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: WINDOW_MS / 1000 });
}

export async function countFailure(db: Handle, emailKey: string, ip: string, now: Date): Promise<void> {
  await addFailures(db, Object.values(keysOf(emailKey, ip)), now, later(now, WINDOW_MS));
}

export async function clearPair(db: Handle, emailKey: string, ip: string): Promise<void> {
  await deleteFailures(db, [keysOf(emailKey, ip).pair]);
}

/** Lets the owner sign in after a reset. The failures of the IP address still count. */
export async function clearAccount(db: Handle, emailKey: string, ip: string): Promise<void> {
  const { pair, account } = keysOf(emailKey, ip);
  await deleteFailures(db, [pair, account]);
}
