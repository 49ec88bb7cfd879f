import { AppError } from '../../platform/app-error.ts';
import { hours, later } from '../../platform/clock.ts';
import { type RecentDeclines, selectRecentDeclines } from './declines.store.ts';
import type { RecentPayments } from './payment-start.store.ts';
import type { PaymentDeps } from './payments.deps.ts';

/** More than any client needs, and too few to test stolen cards. */
const MAX_PAYMENTS = 300;
const MAX_DECLINES_PER_HOUR = 50;
const WINDOW_MS = hours(1);

/** Payments and declined cards count from then on. */
export const countedSince = (now: Date): Date => later(now, -WINDOW_MS);

export function refuseCardTesting(facts: RecentPayments & RecentDeclines, now: Date): void {
  refuseManyDeclines(facts, now);
  if (facts.recent >= MAX_PAYMENTS)
    throw tooMany(
      facts.first_recent,
      now,
      `You can start up to ${MAX_PAYMENTS} payments an hour. Please wait, or pay for many labels with one payment.`,
    );
}

type DeclineDeps = Pick<PaymentDeps, 'db' | 'clock'>;

/** Before a client may enter a card for anything but labels. */
export async function requireFewDeclines(deps: DeclineDeps, userId: string): Promise<void> {
  refuseManyDeclines(await declinesOf(deps, userId), deps.clock.now());
}

export const hasManyDeclines = async (deps: DeclineDeps, userId: string): Promise<boolean> =>
  areMany(await declinesOf(deps, userId));

const declinesOf = ({ db, clock }: DeclineDeps, userId: string): Promise<RecentDeclines> =>
  selectRecentDeclines(db, userId, countedSince(clock.now()));

const areMany = ({ declines }: RecentDeclines): boolean => declines >= MAX_DECLINES_PER_HOUR;

function refuseManyDeclines(facts: RecentDeclines, now: Date): void {
  if (areMany(facts))
    throw tooMany(facts.first_declined, now, 'Too many cards were declined. Please try again in an hour.');
}

const tooMany = (first: Date | null, now: Date, message: string): AppError =>
  new AppError('TOO_MANY_REQUESTS', {
    message,
    retryAfterSeconds: Math.max(
      1,
      Math.ceil((later(first ?? now, WINDOW_MS).getTime() - now.getTime()) / 1000),
    ),
  });
