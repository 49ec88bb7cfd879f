import { AppError } from '../../platform/app-error.ts';
import { hours, later } from '../../platform/clock.ts';
import { type RecentPayments, selectRecentPayments } from './payment-start.store.ts';
import type { PaymentDeps } from './payments.deps.ts';

/** More than any client needs, and too few to test stolen cards. */
const MAX_PAYMENTS = 300;
const MAX_DECLINES_PER_HOUR = 50;
const WINDOW_MS = hours(1);

/** Payments and declined cards count from then on. */
export const countedSince = (now: Date): Date => later(now, -WINDOW_MS);

export function refuseCardTesting(facts: RecentPayments, now: Date): void {
  refuseManyDeclines(facts, now);
  if (facts.recent >= MAX_PAYMENTS)
    throw tooMany(
      facts,
      now,
      `You can start up to ${MAX_PAYMENTS} payments an hour. Please wait, or pay for many labels with one payment.`,
    );
}

/** Before a client may enter a card for anything but labels. */
export async function requireFewDeclines(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  const now = clock.now();
  refuseManyDeclines(await selectRecentPayments(db, userId, countedSince(now)), now);
}

function refuseManyDeclines(facts: RecentPayments, now: Date): void {
  if (facts.declines >= MAX_DECLINES_PER_HOUR)
    throw tooMany(facts, now, 'Too many cards were declined. Please try again in an hour.');
}

const tooMany = ({ first_recent: first }: RecentPayments, now: Date, message: string): AppError =>
  new AppError('TOO_MANY_REQUESTS', {
    message,
    retryAfterSeconds: Math.max(
      1,
      Math.ceil((later(first ?? now, WINDOW_MS).getTime() - now.getTime()) / 1000),
    ),
  });
