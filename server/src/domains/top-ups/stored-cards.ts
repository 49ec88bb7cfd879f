import type { StartCardSetupAnswer } from '@lading/contract/balance.ts';
import { BALANCE, MAX_STORED_CARDS, SAVE_CARD_CONSENT, type StoredCard } from '@lading/contract/balance.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { days, later } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { newId } from '../../platform/ids.ts';
import { byActor, SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { callPaymentProvider } from '../payments/call-payment-provider.ts';
import { requireFewDeclines } from '../payments/card-testing.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { findTopUp } from '../payments/top-up-payments.ts';
import { lockSettings, pause, resume } from './automatic-top-ups.store.ts';
import { isUsable, toStoredCard } from './card-facts.ts';
import {
  claimSetupsToCheck,
  endSetup,
  insertSetup,
  type StoredSetup,
  selectSetup,
  setSetupId,
} from './card-setups.store.ts';
import { customerToSaveFor, unreachable } from './payment-customers.ts';
import {
  lockCards,
  makeDefault,
  markRemoved,
  type StoredCardRow,
  selectCards,
} from './stored-cards.store.ts';
import { ensureDefault, syncCards } from './sync-cards.ts';

/** A setup that is not confirmed ends after this. */
const SETUP_ENDS_AFTER_MS = days(1);

export async function listCards(deps: PaymentDeps, { userId }: { userId: string }): Promise<StoredCard[]> {
  const cards = await selectCards(deps.db, userId, deps.paymentProvider.name);
  return cards.map((card) => toStoredCard(card, deps.clock.now()));
}

/** A card of this client that can be charged. */
export async function findUsableCard(deps: PaymentDeps, userId: string, id: string): Promise<StoredCardRow> {
  const card = await findCard(deps, userId, id);
  if (!isUsable(card, deps.clock.now())) throw new AppError('CARD_UNUSABLE');
  return card;
}

async function findCard(deps: PaymentDeps, userId: string, id: string): Promise<StoredCardRow> {
  const cards = await selectCards(deps.db, userId, deps.paymentProvider.name);
  const card = cards.find((each) => each.id === id);
  if (!card) throw new AppError('CARD_NOT_FOUND');
  return card;
}

export async function requireRoomForCard(deps: PaymentDeps, userId: string): Promise<void> {
  const cards = await selectCards(deps.db, userId, deps.paymentProvider.name);
  if (cards.length >= MAX_STORED_CARDS)
    throw new AppError('LIMIT_REACHED', {
      message: `You can save up to ${MAX_STORED_CARDS} cards. Please remove one first.`,
    });
}

/** Starts to save a card. The browser confirms it with the payment provider, then calls `finishCardSetup`. */
export async function startCardSetup(deps: PaymentDeps, actor: Actor): Promise<StartCardSetupAnswer> {
  const { db, clock, paymentProvider } = deps;
  const { userId } = actor;
  await requireFewDeclines(deps, userId);
  const customerId = await customerToSaveFor(deps, userId);
  await requireRoomForCard(deps, userId);
  const id = newId();
  await insertSetup(db, {
    id,
    user_id: userId,
    provider: paymentProvider.name,
    consent: SAVE_CARD_CONSENT,
    consent_ip: actor.ip,
    created_at: clock.now(),
  });
  const setup = await callPaymentProvider(deps, ({ cards }) =>
    cards.createSetup({ key: id, customerId }),
  ).catch(unreachable);
  failpoint('setup-created');
  await setSetupId(db, id, setup.setupId);
  return { setupId: id, setupIntentId: setup.setupId, clientSecret: setup.clientSecret };
}

/** Stores the card if the setup is confirmed. The sweep does the same if the browser never returns. */
export async function finishCardSetup(deps: PaymentDeps, actor: Actor, id: string): Promise<StoredCard[]> {
  const setup = await selectSetup(deps.db, actor.userId, id);
  if (!setup) throw new AppError('NOT_FOUND');
  if (setup.ended_at === null) await checkSetup(deps, setup).catch(unreachable);
  return listCards(deps, actor);
}

/** After a top-up that saves its card. */
export async function finishSavingCard(deps: PaymentDeps, userId: string, paymentId: string): Promise<void> {
  const setup = await selectSetup(deps.db, userId, paymentId);
  if (setup && setup.ended_at === null) await checkSetup(deps, setup);
}

export async function checkSetup(deps: PaymentDeps, setup: StoredSetup): Promise<void> {
  const { db, clock, paymentProvider } = deps;
  const status = setup.provider === paymentProvider.name ? await statusOf(deps, setup) : 'canceled';
  if (status === 'succeeded') await syncCards(deps, setup.user_id);
  const isOld = later(setup.created_at, SETUP_ENDS_AFTER_MS) < clock.now();
  if (status !== 'open' || isOld) await endSetup(db, setup.id, clock.now());
}

async function statusOf(
  deps: PaymentDeps,
  { setup_id: setupId, payment_id: paymentId, user_id: userId }: StoredSetup,
): Promise<'open' | 'succeeded' | 'canceled'> {
  if (paymentId !== null) {
    const payment = await findTopUp(deps.db, userId, paymentId);
    if (payment?.status === 'succeeded') return 'succeeded';
    return payment && payment.status !== 'canceled' ? 'open' : 'canceled';
  }
  if (setupId === null) return 'open';
  const setup = await callPaymentProvider(deps, ({ cards }) => cards.readSetup(setupId));
  return setup?.status ?? 'canceled';
}

const PAGE_SIZE = 50;

/** Open setups that are due for a check. */
export const setupsToCheck = (deps: PaymentDeps): Promise<StoredSetup[]> =>
  claimSetupsToCheck(deps.db, deps.timings.checkAgainMs, PAGE_SIZE);

export async function changeDefaultCard(deps: PaymentDeps, actor: Actor, id: string): Promise<StoredCard[]> {
  const { db, clock, paymentProvider } = deps;
  const { userId } = actor;
  await transaction(db, async (trx) => {
    await lockSettings(trx, userId);
    const cards = await lockCards(trx, userId, paymentProvider.name);
    const card = cards.find((each) => each.id === id);
    if (!card) throw new AppError('CARD_NOT_FOUND');
    if (!isUsable(card, clock.now())) throw new AppError('CARD_UNUSABLE');
    await makeDefault(trx, userId, id);
    await resume(trx, userId, clock.now());
    await recordEvent(trx, clock, actor, {
      type: 'DEFAULT_CARD_CHANGED',
      status: 'success',
      ...byActor(actor),
      details: { cardId: id },
    });
  });
  return listCards(deps, actor);
}

/** Removes the card at the payment provider first: once the client no longer sees it, it must not be chargeable. */
export async function removeCard(deps: PaymentDeps, actor: Actor, id: string): Promise<StoredCard[]> {
  const { db, clock } = deps;
  const { userId } = actor;
  const { method_id: methodId } = await findCard(deps, userId, id);
  await callPaymentProvider(deps, ({ cards }) => cards.detach(methodId)).catch(unreachable);
  failpoint('card-detached');
  await transaction(db, async (trx) => {
    await lockSettings(trx, userId);
    if (!(await markRemoved(trx, id, clock.now()))) return;
    await ensureDefault(trx, deps, userId);
    await recordEvent(trx, clock, actor, {
      type: 'CARD_REMOVED',
      status: 'success',
      ...byActor(actor),
      details: { cardId: id, by: 'client' },
    });
  });
  return listCards(deps, actor);
}

/**
 * Before an account is erased, makes sure that none of its cards can be charged. Marks each as removed, because the erasure
 * may still fail. The default card is last: no other card takes its place, which would resume automatic top-ups.
 */
export async function detachCardsOf(deps: PaymentDeps, userId: string): Promise<void> {
  const { db, clock, paymentProvider } = deps;
  for (const card of (await selectCards(db, userId, paymentProvider.name)).toReversed()) {
    const { id, method_id: methodId } = card;
    await callPaymentProvider(deps, ({ cards }) => cards.detach(methodId)).catch(unreachable);
    await transaction(db, async (trx) => {
      await lockSettings(trx, userId);
      if (!(await markRemoved(trx, id, clock.now()))) return;
      if (card.is_default) await pause(trx, userId, { stopped: 'no_card' });
      await recordEvent(trx, clock, SYSTEM_ORIGIN, {
        type: 'CARD_REMOVED',
        status: 'success',
        userId,
        userRole: 'client',
        details: { cardId: id, by: 'erasure' },
      });
    });
  }
}

export const cardMissing = () =>
  new AppError('VALIDATION_FAILED', {
    message: BALANCE.cardMissing,
    fields: [{ path: 'enabled', message: BALANCE.cardMissing }],
  });
