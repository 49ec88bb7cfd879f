import { setTimeout as sleep } from 'node:timers/promises';
import { CustomsSchema } from '@lading/contract/customs/declaration.ts';
import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { storedRuleOf } from '@lading/contract/pricing/price-rules.ts';
import * as z from 'zod/mini';
import { sweepBilling } from '../src/domains/billing/sweep-billing.ts';
import { createIntent } from '../src/domains/payments/create-intent.ts';
import { requestRefund, runRefund } from '../src/domains/payments/refund.ts';
import { lockGlobalRule } from '../src/domains/pricing/commission.store.ts';
import { makeQuotes } from '../src/domains/pricing/make-quotes.ts';
import { insertVersion } from '../src/domains/pricing/price-lists.store.ts';
import type { PricedShipment } from '../src/domains/pricing/priced-shipment.ts';
import { findQuote } from '../src/domains/pricing/quotes.ts';
import { buyQuote } from '../src/domains/shipments/buy-label.ts';
import { shipmentRequestOf } from '../src/domains/shipments/shipment-request.ts';
import { AppError } from '../src/platform/app-error.ts';
import { transaction } from '../src/platform/db/database.ts';
import type { CarrierRate } from '../src/providers/label-providers/port.ts';
import { addFunds } from './balance.ts';
import { aDeclaration, BERLIN } from './declared-goods.ts';
import { makeUser } from './factories.ts';
import { randomRules } from './price-rules.ts';
import { aShipment, type FaultyApp, GOOD_CARD } from './shipping.ts';

const NOWHERE = { ip: null, requestId: null };
const DECLINED_CARD = '4000000000000002';

interface Offer {
  shipment: PricedShipment;
  rate: CarrierRate;
}

interface OpenQuote {
  id: string;
  userId: string;
  cents: number;
  intentId?: string;
}

/** Clients that quote, pay, buy and get refunds through the use cases, in random order and with faults of both providers. */
export class RandomTrade {
  /** How often each operation succeeded. */
  readonly done: Record<string, number> = {};
  readonly #faulty: FaultyApp;
  readonly #random: () => number;
  readonly #offers: readonly Offer[];
  readonly #users: string[] = [];
  readonly #quotes: OpenQuote[] = [];

  private constructor(faulty: FaultyApp, random: () => number, offers: readonly Offer[]) {
    this.#faulty = faulty;
    this.#random = random;
    this.#offers = offers;
  }

  static async open(faulty: FaultyApp, random: () => number, clients: number): Promise<RandomTrade> {
    const { test, labelProvider } = faulty;
    const offers: Offer[] = [];
    for (const shipment of [aRequest(), aRequestAbroad()]) {
      const { sender: from, recipient: to, ...rest } = shipment;
      const [rate] = (await labelProvider.rates({ from, to, ...rest, residential: true })).rates;
      if (!rate) throw new Error('No rate');
      offers.push({ shipment, rate });
    }
    const trade = new RandomTrade(faulty, random, offers);
    for (let count = 0; count < clients; count += 1) trade.#users.push((await makeUser(test)).id);
    return trade;
  }

  /** One operation; expected refusals are ignored. */
  async step(): Promise<void> {
    const operations = [
      this.#quote,
      this.#payByName,
      this.#payByName,
      this.#payUnbound,
      this.#payFromBalance,
      this.#payFromBalance,
      this.#deposit,
      this.#changeTerms,
      this.#buy,
      this.#buy,
      this.#buy,
      this.#refund,
      this.#changeCommission,
      this.#publishRules,
      this.#disturb,
      this.#bill,
    ];
    const operation = this.#pick(operations);
    try {
      const name = await operation?.call(this);
      if (name) this.done[name] = (this.done[name] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.done[error.code] = (this.done[error.code] ?? 0) + 1;
    }
  }

  async #bill(): Promise<string> {
    await sweepBilling(this.#faulty.test.deps);
    return 'billed';
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  #upTo(limit: number): number {
    return 1 + Math.floor(this.#random() * limit);
  }

  async #quote(): Promise<string> {
    const { deps } = this.#faulty.test;
    const userId = this.#pick(this.#users) ?? '';
    const offer = this.#pick(this.#offers);
    if (!offer) throw new Error('No offer');
    const rates = [1, 2, 3].map(() => ({ ...offer.rate, costCents: 50 + this.#upTo(20_000) }));
    const quotes = await makeQuotes(deps, {
      userId,
      provider: deps.labelProvider.name,
      shipment: offer.shipment,
      rates,
    });
    this.#quotes.push(...quotes.map(({ id, totalCents }) => ({ id, userId, cents: totalCents })));
    return offer.shipment.customs ? 'quoted with customs' : 'quoted';
  }

  async #payByName(): Promise<string | undefined> {
    const quote = this.#pick(this.#quotes);
    if (!quote) return undefined;
    const others = this.#quotes.filter(({ userId, id }) => userId === quote.userId && id !== quote.id);
    const extra = this.#random() < 0.3 ? this.#pick(others) : undefined;
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
    const quote = this.#pick(this.#quotes);
    if (!quote) return undefined;
    const off = this.#pick([0, 0, this.#upTo(5_000), -this.#upTo(quote.cents)]) ?? 0;
    await this.#pay(quote.userId, Math.max(50, quote.cents + off));
    return 'paid without a rate';
  }

  async #payFromBalance(): Promise<string | undefined> {
    const quote = this.#pick(this.#quotes);
    if (!quote) return undefined;
    quote.intentId = await this.#pay(quote.userId, quote.cents, [quote.id], true);
    return 'paid from a balance';
  }

  async #deposit(): Promise<string> {
    await addFunds(this.#faulty.test, { userId: this.#pick(this.#users) ?? '' }, this.#upTo(30_000));
    return 'deposited';
  }

  /** Credit, and where refunds go. */
  async #changeTerms(): Promise<string> {
    const { db, clock } = this.#faulty.test.deps;
    const terms = {
      credit_limit_cents: this.#pick([0, 0, this.#upTo(10_000)]) ?? 0,
      refund_to: this.#pick(['card', 'balance'] as const) ?? 'card',
    };
    await db
      .insertInto('balances')
      .values({
        user_id: this.#pick(this.#users) ?? '',
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
    const number = this.#random() < 0.1 ? DECLINED_CARD : GOOD_CARD;
    await cards.confirm(paymentIntentId, {
      clientSecret,
      card: { number, expMonth: 12, expYear: 2030, cvc: '123' },
    });
    return paymentIntentId;
  }

  async #buy(): Promise<string | undefined> {
    const { deps } = this.#faulty.test;
    const open = this.#pick(this.#quotes);
    if (!open) return undefined;
    const intentId = this.#random() < 0.5 ? open.intentId : undefined;
    const quote = await findQuote(deps.db, open.userId, open.id);
    const { state } = await buyQuote(deps, quote, { quoteId: open.id, intentId });
    // Sometimes one stays in the list and is requested again.
    if (this.#random() < 0.9) this.#quotes.splice(this.#quotes.indexOf(open), 1);
    return state;
  }

  /** Partial refunds by an admin; sometimes more than is left. */
  async #refund(): Promise<string | undefined> {
    const { deps } = this.#faulty.test;
    const shipment = await deps.db
      .selectFrom('shipments')
      .select(['id', 'user_id', 'payment_id', 'total_cents'])
      .where('user_id', '=', this.#pick(this.#users) ?? '')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!shipment) return undefined;
    const refundId = await transaction(deps.db, (trx) =>
      requestRefund(trx, deps.clock, NOWHERE, {
        paymentId: shipment.payment_id,
        userId: shipment.user_id,
        shipmentId: shipment.id,
        cents: this.#upTo(shipment.total_cents),
        kind: 'by_admin',
        reason: 'The parcel was late.',
        requestedBy: null,
      }),
    );
    await runRefund(deps, refundId);
    return 'refunded by admin';
  }

  async #changeCommission(): Promise<string> {
    const { db, clock } = this.#faulty.test.deps;
    const rule =
      this.#random() < 0.5
        ? { markup_type: 'percentage' as const, markup_value: this.#upTo(5_000) }
        : { markup_type: 'flat_rate' as const, markup_value: this.#upTo(500) };
    await db
      .insertInto('client_pricing')
      .values({ user_id: this.#pick(this.#users) ?? '', ...rule, updated_at: clock.now() })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rule))
      .execute();
    return 'commission changed';
  }

  async #publishRules(): Promise<string> {
    const { db, clock } = this.#faulty.test.deps;
    const rules = randomRules(this.#random, this.#users).map(storedRuleOf);
    const by = this.#pick(this.#users) ?? '';
    await transaction(db, async (trx) => {
      await lockGlobalRule(trx);
      await insertVersion(trx, { rules, from: null, note: '', repeats: null, by, now: clock.now() });
    });
    return 'price rules published';
  }

  async #disturb(): Promise<string> {
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
    ];
    this.#pick(faults)?.();
    await sleep(0);
    return 'disturbed';
  }
}

const PARCEL = { type: 'package', lengthIn: 12, widthIn: 9, heightIn: 4, weightLb: 2 } as const;

const aRequest = (): PricedShipment => {
  const { sender, receiver, shippingDate } = aShipment();
  return shipmentRequestOf({
    sender: { ...sender, company: '' },
    receiver: { ...receiver, company: '' },
    package: PARCEL,
    shippingDate,
  });
};

/** With a tax ID, which is encrypted, and an extra. */
const aRequestAbroad = (): PricedShipment => ({
  ...aRequest(),
  recipient: shipmentRequestOf({
    ...aShipment(),
    sender: { ...BERLIN, company: '' },
    receiver: { ...BERLIN, company: '' },
    package: PARCEL,
  }).recipient,
  customs: z.parse(
    CustomsSchema,
    aDeclaration({ recipientTaxId: { kind: 'other', number: 'DE 136695976' } }),
  ),
  extras: { ...NO_EXTRAS, signature: 'standard', insuredCents: 2_500 },
});
