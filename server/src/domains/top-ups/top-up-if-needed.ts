import { TOP_UP_CENTS } from '@lading/contract/balance.ts';
import { days, later } from '../../platform/clock.ts';
import { isUniqueViolation, type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { readStanding } from '../balances/balance-standing.ts';
import { disputedSince } from '../payments/disputes.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import {
  automaticTopUpInProgress,
  automaticTopUpRefunded,
  automaticTopUpsOfMonth,
  startTopUpPayment,
  type TopUpPayment,
} from '../payments/top-up-payments.ts';
import {
  type AutomaticTopUp,
  isActiveClient,
  lockSettings,
  pause,
  selectSettings,
} from './automatic-top-ups.store.ts';
import { isUsable } from './card-facts.ts';
import { chargeTopUp } from './charge-top-up.ts';
import { selectCards, selectCustomer } from './stored-cards.store.ts';
import { syncCards } from './sync-cards.ts';

/** The unique index of automatic top-ups in progress. */
const ONE_AUTOMATIC = 'payments_one_automatic';

const PAUSE_AFTER_REFUND_MS = days(1);

const CARD_EXPIRED = 'card_expired';

interface Expiry {
  /** Whether an expired default card stops the top-ups, instead of being returned as `card_expired`. */
  pausesIfExpired: boolean;
}

type Start = TopUpPayment | typeof CARD_EXPIRED | null;

/**
 * Tops up a balance that is below the client's threshold. Safe to call at any time and from any number of
 * processes: one top-up at a time, and nothing after declines, after a dispute or at the monthly cap. Returns the top-up it started.
 */
export async function topUpIfNeeded(deps: PaymentDeps, userId: string): Promise<TopUpPayment | null> {
  if (!(await selectSettings(deps.db, userId))?.enabled) return null;
  let payment = await start(deps, userId, { pausesIfExpired: false });
  if (payment === CARD_EXPIRED) {
    // The bank may have renewed the card since its date was read.
    await syncCards(deps, userId);
    payment = await start(deps, userId, { pausesIfExpired: true });
  }
  if (payment === null || payment === CARD_EXPIRED) return null;
  failpoint('top-up-ordered');
  return chargeTopUp(deps, payment);
}

const start = (deps: PaymentDeps, userId: string, expiry: Expiry): Promise<Start> =>
  transaction(deps.db, (trx) => startIfNeeded(trx, deps, userId, expiry)).catch((error: unknown) => {
    if (isUniqueViolation(error, ONE_AUTOMATIC)) return null;
    throw error;
  });

async function startIfNeeded(trx: Trx, deps: PaymentDeps, userId: string, expiry: Expiry): Promise<Start> {
  const settings = await lockSettings(trx, userId);
  if (!settings || !mayStart(settings, deps.clock.now())) return null;
  // Check this before reading the balance. If a top-up ends between the two reads, the balance already includes it.
  if (await automaticTopUpInProgress(trx, userId)) return null;
  const { cents: balance } = await readStanding(trx, userId);
  if (balance >= settings.threshold_cents || !(await isActiveClient(trx, userId))) return null;
  // The disputed amount is held, so the balance may be low. A holder who disputes a charge would dispute the next one.
  if (await disputedSince(trx, userId, settings.acted_at)) return null;
  if (await waitsAfterRefund(trx, deps, userId)) return null;
  const card = await cardToCharge(trx, deps, userId, expiry);
  if (card === null || card === CARD_EXPIRED) return card;
  const cents = await amountWithinCap(trx, deps, settings);
  if (cents === null) return null;
  const customerId = await selectCustomer(trx, userId, deps.paymentProvider.name);
  if (customerId === undefined) return null;
  return startTopUpPayment(trx, deps, SYSTEM_ORIGIN, {
    userId,
    cents,
    automatic: true,
    cardId: card.id,
    customerId,
    savesCard: false,
  });
}

const mayStart = ({ enabled, stopped, wait_until: waitUntil }: AutomaticTopUp, now: Date): boolean =>
  enabled && stopped === null && (waitUntil === null || waitUntil <= now);

/** A refunded top-up left the balance low. Without a pause, the card would be charged again and again. */
async function waitsAfterRefund(trx: Trx, { clock }: PaymentDeps, userId: string): Promise<boolean> {
  const now = clock.now();
  if (!(await automaticTopUpRefunded(trx, userId, later(now, -PAUSE_AFTER_REFUND_MS)))) return false;
  await pause(trx, userId, { waitUntil: later(now, PAUSE_AFTER_REFUND_MS) });
  return true;
}

/** Without a usable default card, automatic top-ups stop until the client changes it. */
async function cardToCharge(
  trx: Trx,
  { clock, paymentProvider }: PaymentDeps,
  userId: string,
  { pausesIfExpired }: Expiry,
) {
  const [card] = await selectCards(trx, userId, paymentProvider.name);
  if (!card?.is_default) await pause(trx, userId, { stopped: 'no_card' });
  else if (isUsable(card, clock.now())) return card;
  else if (card.refused_at !== null) await pause(trx, userId, { stopped: 'card_refused' });
  else if (!pausesIfExpired) return CARD_EXPIRED;
  else await pause(trx, userId, { stopped: CARD_EXPIRED });
  return null;
}

/** Less than the usual amount if the month's cap leaves less. At the cap, nothing starts until next month. */
async function amountWithinCap(
  trx: Trx,
  deps: PaymentDeps,
  { user_id: userId, amount_cents: amount, monthly_cap_cents: cap }: AutomaticTopUp,
): Promise<number | null> {
  const { cents: used, monthEnds } = await automaticTopUpsOfMonth(deps, trx, userId);
  const cents = Math.min(amount, cap - used);
  if (cents >= TOP_UP_CENTS.min) return cents;
  await pause(trx, userId, { waitUntil: monthEnds });
  return null;
}
