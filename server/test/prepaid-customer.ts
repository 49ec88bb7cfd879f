import type { AutomaticTopUpAnswer, StoredCard, TopUpAnswer } from '@lading/contract/balance.ts';
import { API, path } from '@lading/contract/routes.ts';
import { TEST_GATEWAY_CONFIRM, TEST_GATEWAY_CONFIRM_SETUP } from '@lading/contract/test-gateway.ts';
import { newId } from '../src/platform/ids.ts';
import { BuyingCustomer, centsOf } from './buying-customer.ts';

const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' };
const DECLINES_LATER = { ...CARD, number: '4000000000000341' };
/** High enough that every label starts an automatic top-up. */
const TERMS = { threshold: 20_000, amount: 5_000, monthlyCap: 500_000 };

/**
 * Clients that prepay: each saves cards, tops up in every way, buys a label from the balance, and gets a payout of the
 * rest. They repeat calls that got no answer.
 */
export class PrepaidCustomers {
  readonly #address: () => Promise<string>;
  readonly #run = newId().slice(-8);
  /** Top-ups that were confirmed to a customer. */
  readonly #credited: { customer: BuyingCustomer; topUpId: string }[] = [];
  #count = 0;

  constructor(address: () => Promise<string>) {
    this.#address = address;
  }

  /** Two at a time, until stopped. */
  async shopWhile(mayGoOn: (round: number) => boolean): Promise<void> {
    const shop = async () => {
      for (let round = 0; mayGoOn(round); round += 1) await this.#shop();
    };
    await Promise.all([shop(), shop()]);
  }

  async #shop(): Promise<void> {
    this.#count += 1;
    const name = `prepaid-${this.#run}-${this.#count}`;
    const customer = new BuyingCustomer(this.#address, { name, careful: true });
    await customer.signUp();
    const card = await saveCard(customer, CARD);
    await this.#topUp(customer, { amount: 3_000, cardId: card.id }, 'succeeded');
    await customer.must('PUT', API.automaticTopUp, { enabled: true, ...TERMS, consent: true });
    const rate = await customer.chooseRate();
    await customer.must(
      'POST',
      API.createPaymentIntent,
      { amount: centsOf(rate), description: 'A label', rateIds: [rate.objectId], useBalance: true },
      newId(),
    );
    await customer.fetchLabel(rate);
    // Buys nothing, so it is refunded to the balance.
    await customer.must(
      'POST',
      API.createPaymentIntent,
      { amount: 100, description: 'Nothing', useBalance: true },
      newId(),
    );
    await customer.must('PUT', API.automaticTopUp, { enabled: false, ...TERMS });
    const bad = await saveCard(customer, DECLINES_LATER);
    await this.#topUp(customer, { amount: 2_000, cardId: bad.id }, 'canceled');
    await this.#topUpInForm(customer);
    await automaticTopUpEnds(customer);
    await customer.must('POST', API.balancePayout, {}, newId());
    await customer.must('DELETE', path(API.storedCard, { id: card.id })).catch(ignoreGone);
  }

  /** Waits for the expected status, because the first answer may come before the charge is known. */
  async #topUp(customer: BuyingCustomer, body: object, status: string): Promise<void> {
    const key = newId();
    const started = await customer.must<TopUpAnswer>('POST', API.topUps, body, key);
    const ended = await settled(customer, started);
    if (ended.status !== status) throw new Error(`The top-up is ${ended.status}, not ${status}`);
    if (status === 'succeeded') this.#credited.push({ customer, topUpId: ended.topUpId });
  }

  async #topUpInForm(customer: BuyingCustomer): Promise<void> {
    const body = { amount: 1_000, saveCard: true, consent: true };
    const started = await customer.must<TopUpAnswer>('POST', API.topUps, body, newId());
    const { paymentIntentId: intentId, clientSecret } = started;
    await customer.must('POST', path(TEST_GATEWAY_CONFIRM, { intentId }), { clientSecret, card: CARD });
    const { status, topUpId } = await settled(customer, started);
    if (status !== 'succeeded') throw new Error(`The top-up in the form is ${status}`);
    this.#credited.push({ customer, topUpId });
  }

  /** Confirmed top-ups that did not succeed. */
  async findLostTopUps(): Promise<string[]> {
    const lost: string[] = [];
    for (const { customer, topUpId } of this.#credited) {
      const { status } = await customer.must<TopUpAnswer>('GET', path(API.topUp, { id: topUpId }));
      if (status !== 'succeeded') lost.push(`top-up ${topUpId} is ${status}`);
    }
    return lost;
  }
}

async function saveCard(customer: BuyingCustomer, card: typeof CARD): Promise<StoredCard> {
  const { setupId, setupIntentId, clientSecret } = await customer.must<{
    setupId: string;
    setupIntentId: string;
    clientSecret: string;
  }>('POST', API.cardSetups, { consent: true });
  await customer.must('POST', path(TEST_GATEWAY_CONFIRM_SETUP, { setupIntentId }), { clientSecret, card });
  const { cards } = await customer.must<{ cards: StoredCard[] }>(
    'POST',
    path(API.cardSetup, { id: setupId }),
  );
  const saved = cards.find(({ last4 }) => last4 === card.number.slice(-4));
  if (!saved) throw new Error('The card was not saved');
  return saved;
}

const POLL_MS = 100;

async function settled(customer: BuyingCustomer, { topUpId }: TopUpAnswer): Promise<TopUpAnswer> {
  for (;;) {
    const now = await customer.must<TopUpAnswer>('GET', path(API.topUp, { id: topUpId }));
    if (now.status === 'succeeded' || now.status === 'canceled') return now;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** Waits for the top-up in progress. No new one starts, because automatic top-ups are off. */
async function automaticTopUpEnds(customer: BuyingCustomer): Promise<void> {
  while ((await customer.must<AutomaticTopUpAnswer>('GET', API.automaticTopUp)).topUpId !== null)
    await new Promise((done) => setTimeout(done, POLL_MS));
}

/** An earlier call whose answer was lost may have removed it. */
function ignoreGone(error: unknown): void {
  if (!String(error).includes('404')) throw error;
}
