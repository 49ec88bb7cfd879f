import { setTimeout as sleep } from 'node:timers/promises';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { storedRuleOf } from '@lading/contract/pricing/price-rules.ts';
import { sweepBilling } from '../src/domains/billing/sweep-billing.ts';
import { createIntent } from '../src/domains/payments/create-intent.ts';
import { requestRefund, runRefund } from '../src/domains/payments/refund.ts';
import { lockGlobalRule } from '../src/domains/pricing/commission.store.ts';
import { makeQuotes } from '../src/domains/pricing/make-quotes.ts';
import { insertVersion } from '../src/domains/pricing/price-lists.store.ts';
import { findQuote } from '../src/domains/pricing/quotes.ts';
import { buyQuote } from '../src/domains/shipments/buy-label.ts';
import { refundShipment } from '../src/domains/shipments/operator/refund-shipment.ts';
import { voidShipment } from '../src/domains/shipments/operator/void-shipment.ts';
import { AppError } from '../src/platform/app-error.ts';
import { hours, later } from '../src/platform/clock.ts';
import { transaction } from '../src/platform/db/database.ts';
import { addFunds, withdraw } from './balance.ts';
import { makeUser } from './factories.ts';
import { randomRules } from './price-rules.ts';
import { RandomAdjustments } from './random-adjustments.ts';
import { RandomChoices } from './random-choices.ts';
import { type Offer, readOffers } from './random-offers.ts';
import { DISPUTED_CARD, RandomTopUps } from './random-top-ups.ts';
import { type FaultyApp, GOOD_CARD } from './shipping.ts';

/** What the carrier answers to a void first. Usually it voids the label. */
const VOID_ANSWERS = [
  { outcome: 'pending' },
  { outcome: 'refused', text: 'It was scanned.' },
  ...Array<null>(4).fill(null),
] as const;
const NOWHERE = { ip: null, requestId: null };
/** One in ten is declined, and one in ten is disputed right after it has paid. */
const CARD_NUMBERS = ['4000000000000002', DISPUTED_CARD, ...Array<string>(8).fill(GOOD_CARD)];

interface OpenQuote {
  id: string;
  userId: string;
  cents: number;
  madeAt: Date;
  intentId?: string;
}

/** Clients that quote, pay, buy and get refunds through the use cases, in random order and with faults of both providers. */
export class RandomTrade {
  /** How often each operation succeeded. */
  readonly done: Record<string, number> = {};
  readonly #faulty: FaultyApp;
  readonly #choices: RandomChoices;
  readonly #offers: readonly Offer[];
  readonly #users: readonly string[];
  readonly #adminId: string;
  readonly #quotes: OpenQuote[] = [];
  readonly #operations: readonly (() => Promise<string | undefined>)[];

  private constructor(
    faulty: FaultyApp,
    random: () => number,
    { offers, users, adminId }: { offers: readonly Offer[]; users: readonly string[]; adminId: string },
  ) {
    this.#faulty = faulty;
    this.#choices = new RandomChoices(random);
    this.#offers = offers;
    this.#users = users;
    this.#adminId = adminId;
    this.#operations = [
      ...this.#ownOperations(),
      ...new RandomTopUps(faulty, this.#choices, users).operations(),
      ...new RandomAdjustments(faulty, this.#choices, users, adminId).operations(),
    ];
  }

  static async open(faulty: FaultyApp, random: () => number, clients: number): Promise<RandomTrade> {
    const { test } = faulty;
    const offers = await readOffers(faulty);
    const users: string[] = [];
    for (let count = 0; count < clients; count += 1) users.push((await makeUser(test)).id);
    const { id: adminId } = await makeUser(test, { role: 'admin' });
    return new RandomTrade(faulty, random, { offers, users, adminId });
  }

  /** One operation; expected refusals are ignored. */
  async step(): Promise<void> {
    const operation = this.#choices.pick(this.#operations);
    try {
      const name = await operation?.();
      if (name) this.done[name] = (this.done[name] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.done[error.code] = (this.done[error.code] ?? 0) + 1;
    }
  }

  /** Half of them sell labels. */
  #ownOperations(): (() => Promise<string | undefined>)[] {
    return [
      () => this.#quote(),
      () => this.#payByName(),
      () => this.#payByName(),
      () => this.#payUnbound(),
      () => this.#payFromBalance(),
      () => this.#payFromBalance(),
      () => this.#deposit(),
      () => this.#withdraw(),
      () => this.#changeTerms(),
      () => this.#buy(),
      () => this.#buy(),
      () => this.#buy(),
      () => this.#refund(),
      () => this.#void(),
      () => this.#void(),
      () => this.#changeCommission(),
      () => this.#publishRules(),
      () => this.#injectFault(),
      () => this.#bill(),
    ];
  }

  async #bill(): Promise<string> {
    await sweepBilling(this.#faulty.test.deps);
    return 'billed';
  }

  async #quote(): Promise<string> {
    const { deps, clock } = this.#faulty.test;
    const userId = this.#choices.pick(this.#users) ?? '';
    const offer = this.#choices.pick(this.#offers);
    if (!offer) throw new Error('No offer');
    const rates = [1, 2, 3].map(() => ({ ...offer.rate, costCents: 50 + this.#choices.upTo(20_000) }));
    const quotes = await makeQuotes(deps, {
      userId,
      provider: deps.labelProvider.name,
      shipment: { ...offer.shipment, shipDate: dateIn('UTC', clock.now()) },
      rates,
    });
    const madeAt = clock.now();
    this.#quotes.push(...quotes.map(({ id, totalCents }) => ({ id, userId, cents: totalCents, madeAt })));
    return offer.shipment.customs ? 'quoted with customs' : 'quoted';
  }

  /** Some are expired, but none is older than two hours. */
  #openQuote(): OpenQuote | undefined {
    const oldest = later(this.#faulty.test.clock.now(), -hours(2));
    const expired = this.#quotes.findIndex(({ madeAt }) => madeAt > oldest);
    this.#quotes.splice(0, expired < 0 ? this.#quotes.length : expired);
    return this.#choices.pick(this.#quotes);
  }

  async #payByName(): Promise<string | undefined> {
    const quote = this.#openQuote();
    if (!quote) return undefined;
    const others = this.#quotes.filter(({ userId, id }) => userId === quote.userId && id !== quote.id);
    const extra = this.#choices.happens(0.3) ? this.#choices.pick(others) : undefined;
    const together = extra ? [quote, extra] : [quote];
    quote.intentId = await this.#pay(
      quote.userId,
      together.reduce((sum, { cents }) => sum + cents, 0),
      together.map(({ id }) => id),
    );
    return 'paid for a rate';
  }

  /** A price, or more, or less. */
  async #payUnbound(): Promise<string | undefined> {
    const quote = this.#openQuote();
    if (!quote) return undefined;
    const off = this.#choices.pick([0, 0, this.#choices.upTo(5_000), -this.#choices.upTo(quote.cents)]) ?? 0;
    await this.#pay(quote.userId, Math.max(50, quote.cents + off));
    return 'paid without a rate';
  }

  async #payFromBalance(): Promise<string | undefined> {
    const quote = this.#openQuote();
    if (!quote) return undefined;
    quote.intentId = await this.#pay(quote.userId, quote.cents, [quote.id], true);
    return 'paid from a balance';
  }

  async #deposit(): Promise<string> {
    await addFunds(
      this.#faulty.test,
      { userId: this.#choices.pick(this.#users) ?? '' },
      this.#choices.upTo(30_000),
    );
    return 'deposited';
  }

  /** Sometimes more than the client has. */
  async #withdraw(): Promise<string> {
    await withdraw(
      this.#faulty.test,
      { userId: this.#adminId },
      { userId: this.#choices.pick(this.#users) ?? '' },
      this.#choices.upTo(10_000),
    );
    return 'withdrawn';
  }

  /** Credit, and where refunds go. */
  async #changeTerms(): Promise<string> {
    const { db, clock } = this.#faulty.test.deps;
    const terms = {
      credit_limit_cents: this.#choices.pick([0, 0, this.#choices.upTo(10_000)]) ?? 0,
      refund_to: this.#choices.pick(['card', 'balance'] as const) ?? 'card',
    };
    await db
      .insertInto('balances')
      .values({
        user_id: this.#choices.pick(this.#users) ?? '',
        cents: 0,
        due_days: 30,
        ...terms,
        updated_at: clock.now(),
      })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(terms))
      .execute();
    return 'terms changed';
  }

  async #pay(userId: string, amount: number, rateIds?: string[], useBalance?: boolean): Promise<string> {
    const { test, cards } = this.#faulty;
    const body = {
      amount,
      description: '',
      ...(rateIds ? { rateIds } : {}),
      ...(useBalance ? { useBalance } : {}),
    };
    const started = await createIntent(test.deps, { userId, ...NOWHERE }, body);
    const { clientSecret, paymentIntentId } = started;
    if (started.status === 'succeeded') return paymentIntentId;
    const number = this.#choices.pick(CARD_NUMBERS) ?? GOOD_CARD;
    await cards.confirm(paymentIntentId, {
      clientSecret,
      card: { number, expMonth: 12, expYear: 2030, cvc: '123' },
    });
    return paymentIntentId;
  }

  async #buy(): Promise<string | undefined> {
    const { deps } = this.#faulty.test;
    const open = this.#openQuote();
    if (!open) return undefined;
    const intentId = this.#choices.happens(0.5) ? open.intentId : undefined;
    const quote = await findQuote(deps.db, open.userId, open.id);
    const { state } = await buyQuote(deps, quote, { quoteId: open.id, intentId });
    // Sometimes one stays in the list and is requested again.
    const place = this.#quotes.indexOf(open);
    if (place >= 0 && this.#choices.happens(0.9)) this.#quotes.splice(place, 1);
    return state;
  }

  /** Partial refunds by an admin; sometimes more than is left. */
  async #refund(): Promise<string | undefined> {
    const { deps } = this.#faulty.test;
    const shipment = await this.#lastShipment();
    if (!shipment) return undefined;
    const refundId = await transaction(deps.db, (trx) =>
      requestRefund(trx, deps.clock, NOWHERE, {
        paymentId: shipment.payment_id,
        userId: shipment.user_id,
        shipmentId: shipment.id,
        cents: this.#choices.upTo(shipment.total_cents),
        kind: 'by_admin',
        reason: 'The parcel was late.',
        requestedBy: null,
      }),
    );
    await runRefund(deps, refundId);
    return 'refunded by admin';
  }

  /** An admin voids a label, usually with a refund. The carrier may bill it anyway. */
  async #void(): Promise<string | undefined> {
    const shipment = await this.#lastShipment({ isBought: true });
    if (!shipment) return undefined;
    const admin = { userId: this.#adminId, role: 'admin', staffRole: 'owner', ...NOWHERE } as const;
    const { deps } = this.#faulty.test;
    const answer = this.#choices.pick(VOID_ANSWERS);
    if (answer) this.#faulty.labelProvider.answerVoid(shipment.transaction_id ?? '', answer);
    const cents = this.#choices.upTo(shipment.total_cents);
    if (cents % 5 === 0)
      return `void without refund ${(await voidShipment(deps, admin, shipment.id)).voided.status}`;
    const { voided } = await refundShipment(deps, admin, {
      shipmentId: shipment.id,
      amount: dollarsOf(cents),
      reason: 'Not needed.',
      voidLabel: true,
      idempotencyKey: undefined,
    });
    return `void ${voided?.status}`;
  }

  #lastShipment({ isBought = false } = {}) {
    const ofUser = this.#faulty.test.deps.db
      .selectFrom('shipments')
      .select(['id', 'user_id', 'payment_id', 'total_cents', 'transaction_id'])
      .where('user_id', '=', this.#choices.pick(this.#users) ?? '');
    return (isBought ? ofUser.where('purchased_at', 'is not', null) : ofUser)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  async #changeCommission(): Promise<string> {
    const { db, clock } = this.#faulty.test.deps;
    const rule = this.#choices.happens(0.5)
      ? { markup_type: 'percentage' as const, markup_value: this.#choices.upTo(5_000) }
      : { markup_type: 'flat_rate' as const, markup_value: this.#choices.upTo(500) };
    await db
      .insertInto('client_pricing')
      .values({ user_id: this.#choices.pick(this.#users) ?? '', ...rule, updated_at: clock.now() })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rule))
      .execute();
    return 'commission changed';
  }

  async #publishRules(): Promise<string> {
    const { db, clock } = this.#faulty.test.deps;
    const rules = randomRules(this.#choices.random, this.#users).map(storedRuleOf);
    const by = this.#choices.pick(this.#users) ?? '';
    await transaction(db, async (trx) => {
      await lockGlobalRule(trx);
      await insertVersion(trx, { rules, from: null, note: '', repeats: null, by, now: clock.now() });
    });
    return 'price rules published';
  }

  async #injectFault(): Promise<string> {
    const { labelProvider, gateway } = this.#faulty;
    const faults = [
      () => labelProvider.refuse(1, 'No.'),
      () => labelProvider.loseAnswer(1),
      () => labelProvider.misprint(1),
      () => gateway.loseAnswer('refund'),
      () => gateway.failNext('refund'),
      () => gateway.loseAnswer('createIntent'),
      () => gateway.failNext('readIntent'),
      () => gateway.loseAnswer('movements'),
      () => gateway.failNext('payouts'),
      () => gateway.loseAnswer('charge'),
      () => gateway.failNext('charge'),
      () => gateway.loseAnswer('createSetup'),
      () => gateway.failNext('list'),
    ];
    this.#choices.pick(faults)?.();
    await sleep(0);
    return 'fault injected';
  }
}
