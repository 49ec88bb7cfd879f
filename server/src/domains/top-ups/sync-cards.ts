import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { newId } from '../../platform/ids.ts';
import type { CardRecord } from '../../providers/payments/port.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { callPaymentProvider } from '../payments/call-payment-provider.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { lockSettings, pause, resume } from './automatic-top-ups.store.ts';
import { isUsable } from './card-facts.ts';
import {
  lockCards,
  makeDefault,
  markRemoved,
  type StoredCardRow,
  selectCards,
  selectCustomer,
  upsertCard,
} from './stored-cards.store.ts';

/** Makes our list of the client's cards equal to the payment provider's. Cards that the provider lost are removed. */
export async function syncCards(deps: PaymentDeps, userId: string): Promise<void> {
  const { db, paymentProvider } = deps;
  const customerId = await selectCustomer(db, userId, paymentProvider.name);
  if (customerId === undefined) return;
  const readAt = deps.clock.now();
  const kept = (await callPaymentProvider(deps, ({ cards }) => cards.list(customerId))) ?? [];
  failpoint('cards-read');
  await transaction(db, async (trx) => {
    const settings = await lockSettings(trx, userId);
    const before = await lockCards(trx, userId, paymentProvider.name);
    await keepCards(trx, deps, userId, { cards: kept, readAt });
    const isKept = new Set(kept.map(({ methodId }) => methodId));
    // The list says nothing about a card that was saved after it was read.
    const lost = before.filter((card) => !isKept.has(card.method_id) && card.created_at < readAt);
    for (const card of lost)
      if (await markRemoved(trx, card.id, deps.clock.now())) await record(trx, deps, userId, card.id, false);
    await ensureDefault(trx, deps, userId);
    if (settings?.stopped === 'card_expired') await resumeIfRenewed(trx, deps, userId, before);
  });
}

/** The date alone is not enough: a bank may refuse a card as expired before its date. Then only another date counts. */
async function resumeIfRenewed(
  trx: Trx,
  { clock, paymentProvider }: PaymentDeps,
  userId: string,
  before: readonly StoredCardRow[],
): Promise<void> {
  const [card] = await selectCards(trx, userId, paymentProvider.name);
  const earlier = before.find(({ id }) => id === card?.id);
  if (!card?.is_default || !earlier || !isUsable(card, clock.now())) return;
  const isRenewed = card.exp_year !== earlier.exp_year || card.exp_month !== earlier.exp_month;
  if (isRenewed) await resume(trx, userId, clock.now());
}

async function keepCards(
  trx: Trx,
  deps: PaymentDeps,
  userId: string,
  { cards, readAt }: { cards: readonly CardRecord[]; readAt: Date },
): Promise<void> {
  // The provider lists the newest first.
  for (const { methodId, brand, last4, expMonth, expYear } of cards.toReversed()) {
    const id = newId();
    const card = {
      id,
      user_id: userId,
      provider: deps.paymentProvider.name,
      method_id: methodId,
      brand,
      last4,
      exp_month: expMonth,
      exp_year: expYear,
      created_at: deps.clock.now(),
    };
    const isNew = await upsertCard(trx, card, readAt);
    if (isNew) await record(trx, deps, userId, id, true);
  }
}

const record = (trx: Trx, { clock }: PaymentDeps, userId: string, cardId: string, isNew: boolean) =>
  isNew
    ? recordEvent(trx, clock, SYSTEM_ORIGIN, {
        type: 'CARD_SAVED',
        status: 'success',
        userId,
        userRole: 'client',
        details: { cardId },
      })
    : recordEvent(trx, clock, SYSTEM_ORIGIN, {
        type: 'CARD_REMOVED',
        status: 'success',
        userId,
        userRole: 'client',
        details: { cardId, by: 'provider' },
      });

/**
 * The newest usable card replaces a default card that is gone or can't be charged. Lock the settings first: every
 * caller that needs both locks them in this order.
 */
export async function ensureDefault(
  trx: Trx,
  { clock, paymentProvider }: PaymentDeps,
  userId: string,
): Promise<void> {
  const now = clock.now();
  const cards = await lockCards(trx, userId, paymentProvider.name);
  const current = cards.find(({ is_default: isDefault }) => isDefault);
  if (current && isUsable(current, now)) return;
  const next = cards.find((card) => isUsable(card, now));
  if (!next) {
    if (!current) await pause(trx, userId, { stopped: 'no_card' });
    return;
  }
  await makeDefault(trx, userId, next.id);
  await resume(trx, userId, now);
}
