import { AppError } from '../../platform/app-error.ts';
import { later, minutes } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/database.ts';
import { digest } from '../../platform/ids.ts';
import { addFailures, countFailures, deleteFailures, hasSessionFrom } from './identity.store.ts';

const WINDOW_MS = minutes(15);

/**
 * Failed sign-ins within the window. The pair stops guessing from one place; the address stops one wrong password for each of
 * many accounts; the account stops guessing from many places, but lets in an address from which its owner is signed in, so that
 * nobody can lock a person out on purpose. A password reset clears the account.
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

export async function noteFailure(db: Handle, emailKey: string, ip: string, now: Date): Promise<void> {
  await addFailures(db, Object.values(keysOf(emailKey, ip)), now, later(now, WINDOW_MS));
}

export async function clearPair(db: Handle, emailKey: string, ip: string): Promise<void> {
  await deleteFailures(db, [keysOf(emailKey, ip).pair]);
}

/** After a reset the owner comes in again; what was counted against the address stays. */
export async function clearAccount(db: Handle, emailKey: string, ip: string): Promise<void> {
  const { pair, account } = keysOf(emailKey, ip);
  await deleteFailures(db, [pair, account]);
}
