import { counted } from '@lading/contract/format-count.ts';
import { AppError } from '../../platform/app-error.ts';
import { callerOf } from '../../platform/caller-of.ts';
import { later, minutes } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/database.ts';
import { digest } from '../../platform/ids.ts';
import { findLiveSessions, type LiveSessionDeps } from './live-sessions.ts';
import { addFailures, deleteFailures, type Failures, selectFailures } from './login-failures.store.ts';

const WINDOW_MS = minutes(15);

/**
 * Maximum failed logins within the window. `pair` (account and IP address) stops guessing from one place.
 * `address` stops trying one password on many accounts. `account` stops guessing from many places, except
 * from an IP address where the owner is signed in, so that an attacker cannot lock the owner out. A password
 * reset clears the account. An IPv6 network of 64 bits counts as one IP address.
 */
const LIMITS = { pair: 10, address: 60, account: 100 };
type Kind = keyof typeof LIMITS;

/** After this many failures of a pair, each further one doubles the wait: 1, 2, 4, ... seconds. */
const FREE_FAILURES = 5;
const MAX_DELAY_SECONDS = 60;

const key = (kind: string, ...parts: string[]) => `${kind}:${digest(parts.join('\n')).toString('base64url')}`;

const keysOf = (emailKey: string, ip: string): Record<Kind, string> => ({
  pair: key('pair', emailKey, callerOf(ip)),
  address: key('address', callerOf(ip)),
  account: key('account', emailKey),
});

export async function refuseIfThrottled(
  deps: LiveSessionDeps,
  emailKey: string,
  ip: string,
  now: Date,
): Promise<void> {
  const failures = await selectFailures(deps.db, failureKeys(emailKey, ip), now);
  await refuseAfterFailures(deps, failures, emailKey, ip, now);
}

export const failureKeys = (emailKey: string, ip: string): string[] => Object.values(keysOf(emailKey, ip));

/** The same with failures that were already read, by `failureKeys`. */
export async function refuseAfterFailures(
  deps: LiveSessionDeps,
  rows: ReadonlyMap<string, Failures>,
  emailKey: string,
  ip: string,
  now: Date,
): Promise<void> {
  const keys = keysOf(emailKey, ip);
  const lockedUntil = (kind: Kind) => {
    const row = rows.get(keys[kind]);
    return row && row.failures >= LIMITS[kind] ? row.window_ends_at : null;
  };
  const until = [lockedUntil('pair'), lockedUntil('address'), delayedUntil(rows.get(keys.pair))];
  const account = lockedUntil('account');
  if (account && !(await isSignedInFrom(deps, emailKey, ip, now))) until.push(account);
  const end = Math.max(...until.map((time) => time?.getTime() ?? 0));
  if (end > now.getTime()) throw tooManyAttempts(Math.ceil((end - now.getTime()) / 1000));
}

async function isSignedInFrom(
  deps: LiveSessionDeps,
  emailKey: string,
  ip: string,
  now: Date,
): Promise<boolean> {
  const sessions = await findLiveSessions(deps, { emailKey }, now);
  return sessions.some((session) => callerOf(session.ip_address) === callerOf(ip));
}

function delayedUntil(pair: Failures | undefined): Date | null {
  if (!pair?.last_failed_at || pair.failures <= FREE_FAILURES) return null;
  const seconds = Math.min(2 ** (pair.failures - FREE_FAILURES - 1), MAX_DELAY_SECONDS);
  return later(pair.last_failed_at, seconds * 1000);
}

function tooManyAttempts(seconds: number): AppError {
  const wait = seconds <= 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
  return new AppError('TOO_MANY_ATTEMPTS', {
    message: `Too many failed attempts. Please wait ${wait}, or reset your password.`,
    retryAfterSeconds: seconds,
  });
}

/** Returns whether this failure was the one that reached a limit. */
export async function countFailure(db: Handle, emailKey: string, ip: string, now: Date): Promise<boolean> {
  const keys = keysOf(emailKey, ip);
  const counts = await addFailures(db, Object.values(keys), now, later(now, WINDOW_MS));
  return (Object.keys(LIMITS) as Kind[]).some((kind) => counts.get(keys[kind]) === LIMITS[kind]);
}

/** The key that counts the failed sign-ins to an account from one IP address. */
export const pairKey = (emailKey: string, ip: string): string => keysOf(emailKey, ip).pair;

export async function clearPair(db: Handle, emailKey: string, ip: string): Promise<void> {
  await deleteFailures(db, [pairKey(emailKey, ip)]);
}

/** Lets the owner sign in after a reset. The failures of the IP address still count. */
export async function clearAccount(db: Handle, emailKey: string, ip: string): Promise<void> {
  const { pair, account } = keysOf(emailKey, ip);
  await deleteFailures(db, [pair, account]);
}
