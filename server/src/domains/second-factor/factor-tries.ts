import { AppError } from '../../platform/app-error.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { blockedUntil, countTry, uncountTry } from './challenges.store.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';

/**
 * Five wrong codes block codes for 15 minutes, the next five for 30, and so on up to a day. A right code starts
 * again. Passkeys cannot be guessed and are never blocked.
 */
export const TRIES_PER_BLOCK = 5;
const LIMITS = { blockEvery: TRIES_PER_BLOCK, firstBlockMs: minutes(15), longestBlockMs: hours(24) };

/** Uses up one try of the account, or refuses. Returns how many tries in a row were wrong, this one included. */
export async function spendTry(
  { db, clock }: Pick<SecondFactorDeps, 'db' | 'clock'>,
  userId: string,
): Promise<number> {
  const now = clock.now();
  const failures = await countTry(db, userId, { ...LIMITS, now });
  if (failures !== undefined) return failures;
  const until = (await blockedUntil(db, userId)) ?? now;
  const waitMs = Math.max(until.getTime() - now.getTime(), 1_000);
  throw new AppError('TOO_MANY_ATTEMPTS', {
    message: `Too many incorrect codes. Please try again in ${inWords(waitMs)}, or use a passkey if you have one.`,
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}

/** Anything else, such as an overloaded server, says nothing about the code. */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'CODE_INCORRECT' || error.code === 'RECOVERY_CODE_INCORRECT');

/** For a try whose code could not be checked. */
export const uncountFailedCheck = ({ db }: Pick<SecondFactorDeps, 'db'>, userId: string): Promise<void> =>
  uncountTry(db, userId, LIMITS.blockEvery);

function inWords(milliseconds: number): string {
  const count = Math.ceil(milliseconds / minutes(1));
  if (count < 60) return count === 1 ? 'a minute' : `${count} minutes`;
  const whole = Math.ceil(milliseconds / hours(1));
  return whole === 1 ? 'an hour' : `${whole} hours`;
}
