import { receiveEvent } from '../src/domains/payments/receive-event.ts';
import { saveAutomaticTopUp } from '../src/domains/top-ups/automatic-settings.ts';
import { payOutBalance } from '../src/domains/top-ups/pay-out-balance.ts';
import { startTopUp } from '../src/domains/top-ups/start-top-up.ts';
import { finishCardSetup, listCards, startCardSetup } from '../src/domains/top-ups/stored-cards.ts';
import type { Actor } from '../src/platform/actor.ts';
import { newId } from '../src/platform/ids.ts';
import type { RandomChoices } from './random-choices.ts';
import { returnRefund } from './return-refund.ts';
import { type FaultyApp, GOOD_CARD } from './shipping.ts';
import { CARDS } from './top-ups.ts';

export const DISPUTED_CARD = '4000000000000259';
/** Every so many top-ups in the form are charged in another currency. */
const FOREIGN_EVERY = 4;
const EXPIRY = { expMonth: 12, expYear: 2030, cvc: '123' };

/** Clients that save cards, top up by hand and automatically, and request payouts; banks that decide disputes and return refunds. */
export class RandomTopUps {
  readonly #faulty: FaultyApp;
  readonly #choices: RandomChoices;
  readonly #users: readonly string[];
  /** Intents that the payment provider reports in another currency. */
  readonly #foreign = new Set<string>();
  #inForm = 0;

  constructor(faulty: FaultyApp, choices: RandomChoices, users: readonly string[]) {
    faulty.gateway.alterIntents(({ intentId }) => (this.#foreign.has(intentId) ? { currency: 'EUR' } : {}));
    this.#faulty = faulty;
    this.#choices = choices;
    this.#users = users;
  }

  operations(): (() => Promise<string | undefined>)[] {
    return [
      () => this.#saveCard(),
      () => this.#topUpInForm(),
      () => this.#topUpWithStoredCard(),
      () => this.#changeAutomatic(),
      () => this.#payOut(),
      () => this.#decideDispute(),
      () => this.#returnRefund(),
    ];
  }

  async #saveCard(): Promise<string> {
    const { test, cards } = this.#faulty;
    const client = this.#client();
    const setup = await startCardSetup(test.deps, client);
    const number = this.#choices.pick([GOOD_CARD, GOOD_CARD, CARDS.declinesLater, DISPUTED_CARD]) ?? '';
    const { setupIntentId, clientSecret } = setup;
    await cards.cards.confirmSetup(setupIntentId, { clientSecret, card: { number, ...EXPIRY } });
    // Otherwise the sweep reads the card.
    if (this.#choices.happens(0.8)) await finishCardSetup(test.deps, client, setup.setupId);
    return 'saved a card';
  }

  async #topUpInForm(): Promise<string> {
    const { test, cards } = this.#faulty;
    const body = { amount: 500 + this.#choices.upTo(20_000), saveCard: this.#choices.happens(0.2) };
    const started = await startTopUp(test.deps, this.#client(), body);
    this.#inForm += 1;
    const isForeign = this.#inForm % FOREIGN_EVERY === 0;
    if (isForeign) this.#foreign.add(started.paymentIntentId);
    const number = this.#choices.happens(0.1) ? DISPUTED_CARD : GOOD_CARD;
    await cards.confirm(started.paymentIntentId, {
      clientSecret: started.clientSecret,
      card: { number, ...EXPIRY },
    });
    return isForeign ? 'topped up in another currency' : 'topped up';
  }

  async #topUpWithStoredCard(): Promise<string | undefined> {
    const { deps } = this.#faulty.test;
    const client = this.#client();
    const card = this.#choices.pick(await listCards(deps, client));
    if (!card) return undefined;
    const body = { amount: 500 + this.#choices.upTo(20_000), cardId: card.id, saveCard: false };
    const { status } = await startTopUp(deps, client, body);
    return `top-up with a stored card ${status}`;
  }

  async #changeAutomatic(): Promise<string> {
    const enabled = this.#choices.happens(0.9);
    await saveAutomaticTopUp(this.#faulty.test.deps, this.#client(), {
      enabled,
      threshold: this.#choices.upTo(10_000),
      amount: 500 + this.#choices.upTo(10_000),
      monthlyCap: 1_000_000,
      consent: enabled,
    });
    return enabled ? 'automatic top-ups on' : 'automatic top-ups off';
  }

  async #payOut(): Promise<string> {
    const amount = this.#choices.happens(0.5) ? { amount: this.#choices.upTo(5_000) } : {};
    await payOutBalance(this.#faulty.test.deps, this.#client(), amount);
    return 'paid out';
  }

  async #decideDispute(): Promise<string | undefined> {
    const { deps } = this.#faulty.test;
    const open = await deps.db
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'disputes.payment_id')
      .select(['disputes.dispute_id', 'disputes.cents', 'payments.intent_id'])
      .where('disputes.state', '=', 'open')
      .limit(10)
      .execute();
    const found = this.#choices.pick(open);
    if (!found) return undefined;
    const { dispute_id: disputeId, cents, intent_id: intentId } = found;
    const status = this.#choices.pick(['won', 'lost'] as const) ?? 'lost';
    await receiveEvent(deps, {
      kind: 'dispute',
      eventId: newId(),
      intentId: intentId ?? '',
      dispute: { disputeId, cents, status, reason: 'fraudulent' },
    });
    return `dispute of a payment ${status}`;
  }

  /** Only of labels: an admin would have to pay other money another way. */
  async #returnRefund(): Promise<string | undefined> {
    const { test } = this.#faulty;
    const paid = await test.deps.db
      .selectFrom('refunds')
      .select('id')
      .where('kind', '=', 'by_admin')
      .where('destination', '=', 'card')
      .where('state', '=', 'succeeded')
      .orderBy('id')
      .execute();
    const found = this.#choices.pick(paid);
    if (!found || this.#choices.happens(0.7)) return undefined;
    await returnRefund(test, found.id);
    return 'refund returned by the bank';
  }

  #client = (): Actor => ({
    userId: this.#choices.pick(this.#users) ?? '',
    role: 'client',
    ip: null,
    requestId: null,
  });
}
