import {
  type AutomaticTopUpAnswer,
  type AutomaticTopUpBody,
  automaticTopUpConsent,
  TOP_UP_CENTS,
} from '@lading/contract/balance.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { byActor, type Origin, SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { readStanding } from '../balances/balance-standing.ts';
import { disputedSince } from '../payments/disputes.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { automaticTopUpInProgress, automaticTopUpsOfMonth } from '../payments/top-up-payments.ts';
import {
  type AutomaticTopUp,
  countFailures,
  lockSettings,
  saveSettings,
  selectFailure,
  selectSettings,
  turnOff,
} from './automatic-top-ups.store.ts';
import { isUsable } from './card-facts.ts';
import { selectCards } from './stored-cards.store.ts';
import { cardMissing } from './stored-cards.ts';

/** What a client sees before the first change. */
const UNSET = { threshold: 2_000, amount: 5_000, monthlyCap: 50_000 };

export async function showAutomaticTopUp(
  deps: PaymentDeps,
  { userId }: { userId: string },
): Promise<AutomaticTopUpAnswer> {
  const { db } = deps;
  const settings = await selectSettings(db, userId);
  const { cents: usedThisMonth } = await automaticTopUpsOfMonth(deps, db, userId);
  if (!settings)
    return { enabled: false, ...UNSET, usedThisMonth, paused: null, topUpId: null, consentedAt: null };
  const open = await automaticTopUpInProgress(db, userId);
  const asksClient = open !== undefined && (await selectFailure(db, open.id)) !== undefined;
  return {
    enabled: settings.enabled,
    threshold: settings.threshold_cents,
    amount: settings.amount_cents,
    monthlyCap: settings.monthly_cap_cents,
    usedThisMonth,
    paused: settings.enabled
      ? await whyPaused(deps, settings, usedThisMonth, asksClient)
      : asksClient
        ? 'confirmation_needed'
        : null,
    topUpId: open?.id ?? null,
    consentedAt: settings.consented_at?.toISOString() ?? null,
  };
}

async function whyPaused(
  { db, clock, paymentProvider }: PaymentDeps,
  settings: AutomaticTopUp,
  usedThisMonth: number,
  asksClient: boolean,
): Promise<AutomaticTopUpAnswer['paused']> {
  const { user_id: userId, stopped, wait_until: waitUntil, monthly_cap_cents: cap } = settings;
  if (asksClient) return 'confirmation_needed';
  const [card] = await selectCards(db, userId, paymentProvider.name);
  if (!card?.is_default) return 'no_card';
  if (stopped) return stopped;
  if (await disputedSince(db, userId, settings.acted_at)) return 'disputed';
  if (!waitUntil || waitUntil <= clock.now()) return null;
  if (cap - usedThisMonth < TOP_UP_CENTS.min) return 'cap_reached';
  // A refunded top-up waits for a day as well.
  return (await countFailures(db, userId, settings.acted_at)) > 0 ? 'retry_tomorrow' : 'refunded';
}

/** Saves the settings with the consent. Earlier declines and disputes no longer count. */
export async function saveAutomaticTopUp(
  deps: PaymentDeps,
  actor: Actor,
  body: AutomaticTopUpBody,
): Promise<AutomaticTopUpAnswer> {
  const { db, clock, paymentProvider } = deps;
  const { userId } = actor;
  const { enabled, threshold, amount, monthlyCap } = body;
  const now = clock.now();
  await transaction(db, async (trx) => {
    const before = await lockSettings(trx, userId);
    const [card] = await selectCards(trx, userId, paymentProvider.name);
    if (enabled && !(card?.is_default && isUsable(card, now))) throw cardMissing();
    const settings = {
      user_id: userId,
      enabled,
      threshold_cents: threshold,
      amount_cents: amount,
      monthly_cap_cents: monthlyCap,
      consent: enabled ? automaticTopUpConsent(body) : (before?.consent ?? null),
      consented_at: enabled ? now : (before?.consented_at ?? null),
      consent_ip: enabled ? actor.ip : (before?.consent_ip ?? null),
      acted_at: now,
      wait_until: null,
      stopped: null,
      updated_at: now,
    };
    await saveSettings(trx, settings);
    await record(trx, clock, actor, { ...settings, by: 'client', role: actor });
  });
  return showAutomaticTopUp(deps, actor);
}

/**
 * A payout or a withdrawal that leaves less than the threshold turns automatic top-ups off; otherwise they would charge the
 * card for the amount just paid out.
 */
export async function turnOffBelowThreshold(
  trx: Trx,
  { clock }: PaymentDeps,
  userId: string,
  { balanceCents, by }: { balanceCents: number; by: 'payout' | 'withdrawal' },
): Promise<void> {
  const settings = await lockSettings(trx, userId);
  if (!settings?.enabled || balanceCents >= settings.threshold_cents) return;
  await turnOff(trx, userId, clock.now());
  const client = { userId, role: 'client' } as const;
  await record(trx, clock, SYSTEM_ORIGIN, { ...settings, enabled: false, by, role: client });
}

/** The same for a payout that was made after a restored backup. */
export async function turnOffAfterPayout(trx: Trx, deps: PaymentDeps, userId: string): Promise<void> {
  const { cents: balanceCents } = await readStanding(trx, userId);
  await turnOffBelowThreshold(trx, deps, userId, { balanceCents, by: 'payout' });
}

const record = (
  trx: Trx,
  clock: Clock,
  origin: Origin,
  change: Pick<AutomaticTopUp, 'enabled' | 'threshold_cents' | 'amount_cents' | 'monthly_cap_cents'> & {
    by: 'client' | 'payout' | 'withdrawal';
    role: Parameters<typeof byActor>[0];
  },
) =>
  recordEvent(trx, clock, origin, {
    type: 'AUTOMATIC_TOP_UP_CHANGED',
    status: 'success',
    ...byActor(change.role),
    details: {
      enabled: change.enabled,
      thresholdCents: change.threshold_cents,
      amountCents: change.amount_cents,
      monthlyCapCents: change.monthly_cap_cents,
      by: change.by,
    },
  });
