import type { DoubleAnswer, DoubleRequest } from './double-server.ts';
import { refusalAnswer, type StripeApi, type StripeSettings } from './stripe-double-api.ts';
import { newEvent, type StripeDoubleEvent } from './stripe-double-objects.ts';
import type { WebhookPlan, WebhookSender } from './stripe-double-webhooks.ts';

interface Controlled {
  api: StripeApi;
  settings: StripeSettings;
  webhooks: WebhookSender;
}

/** Commands with which a test plays the client, the bank, the card network and Stripe. */
interface Orders {
  /** The client enters a card number or finishes the authentication. */
  '/double/confirm': {
    intentId: string;
    card?: string;
    /** A stored card. */
    methodId?: string;
    authentication?: 'complete' | 'fail';
  };
  /** The client saves a card or finishes its authentication. */
  '/double/confirm-setup': {
    setupIntentId: string;
    card?: string;
    expMonth?: number;
    expYear?: number;
    authentication?: 'complete' | 'fail';
  };
  /** Opens a dispute; with a status, closes the open one. */
  '/double/dispute': { intentId: string; reason?: string; status?: 'won' | 'lost' };
  /** A pending refund succeeds, or any refund fails. */
  '/double/refund': { refundId: string; status: 'succeeded' | 'failed' };
  /** Pays out the balance; with a status, ends a payout. */
  '/double/payout': {
    amount?: number;
    automatic?: boolean;
    currency?: string;
    payoutId?: string;
    status?: string;
  };
  /** A movement of the balance that no call of ours caused. */
  '/double/movement': {
    id?: string;
    type: string;
    amount: number;
    fee?: number;
    source: string | null;
    currency?: string;
    created?: number;
  };
  /** Changes or removes a movement. */
  '/double/alter-movement': {
    id: string;
    amount?: number;
    fee?: number;
    net?: number;
    currency?: string;
    source?: string;
    removed?: boolean;
  };
  /** Changes the fields of an intent. */
  '/double/alter': {
    intentId: string;
    amount?: number;
    currency?: string;
    metadata?: Record<string, string>;
  };
  /** Sends a false event of an intent, or a second one with the same id. */
  '/double/event': {
    type: string;
    intentId: string;
    object?: Record<string, unknown>;
    event?: Partial<Pick<StripeDoubleEvent, 'id' | 'livemode' | 'created'>>;
  };
  /** Settings of the double and of its webhooks. */
  '/double/settings': Partial<StripeSettings> & { webhooks?: Partial<WebhookPlan> };
}

type Order<Path extends keyof Orders> = (order: Orders[Path], controlled: Controlled) => object;

const ORDERS: { [Path in keyof Orders]: Order<Path> } = {
  '/double/confirm': ({ intentId, card, methodId, authentication }, { api: { records } }) => {
    if (card !== undefined) records.confirm(intentId, goodCard(card));
    if (methodId !== undefined) records.confirmStored(intentId, methodId);
    return authentication === undefined
      ? records.intent(intentId)
      : records.authenticate(intentId, authentication);
  },
  '/double/confirm-setup': ({ setupIntentId, card, authentication, ...expiry }, { api: { cards } }) => {
    if (card !== undefined) cards.confirmSetup(setupIntentId, { ...goodCard(card), ...expiry });
    return authentication === undefined
      ? cards.setup(setupIntentId)
      : cards.authenticateSetup(setupIntentId, authentication);
  },
  '/double/dispute': ({ intentId, reason, status }, { api: { records } }) =>
    status === undefined ? records.openDispute(intentId, reason) : records.closeDispute(intentId, status),
  '/double/refund': ({ refundId, status }, { api: { records } }) => records.endRefund(refundId, status),
  '/double/payout': ({ payoutId, status, ...facts }, { api: { balance } }) =>
    payoutId === undefined ? balance.payOut(facts) : balance.endPayout(payoutId, status ?? 'paid'),
  '/double/movement': (facts, { api: { balance } }) => balance.add(facts),
  '/double/alter-movement': ({ id, removed, ...facts }, { api: { balance } }) => {
    const transaction = Object.assign(balance.transactions.get(id) ?? {}, facts);
    if (removed) balance.transactions.delete(id);
    return transaction;
  },
  '/double/alter': ({ intentId, ...facts }, { api: { records } }) =>
    Object.assign(records.intent(intentId), facts),
  '/double/event': ({ type, intentId, object, event }, { api }) => {
    const emitted = newEvent(type, { ...api.records.intent(intentId), ...object }, null);
    api.emit({ ...emitted, ...event });
    return emitted;
  },
  '/double/settings': ({ webhooks, ...settings }, controlled) => {
    Object.assign(controlled.settings, settings);
    controlled.webhooks.plan = { ...controlled.webhooks.plan, ...webhooks };
    return { ...controlled.settings, webhooks: controlled.webhooks.plan };
  },
};

export async function controlStripe(
  { method, path, body }: DoubleRequest,
  controlled: Controlled,
): Promise<DoubleAnswer | null> {
  if (method === 'GET' && path === '/double/deliveries')
    return { status: 200, body: controlled.webhooks.deliveries };
  if (method !== 'POST' || !isOrder(path)) return null;
  const work = ORDERS[path] as Order<typeof path>;
  try {
    return await controlled.api.perform(() => ({
      status: 200,
      body: structuredClone(work(JSON.parse(body.toString()), controlled)),
    }));
  } catch (error) {
    return refusalAnswer(error);
  }
}

const isOrder = (path: string): path is keyof Orders => path in ORDERS;

/** Valid for a year, with a security code of the right length. */
const goodCard = (number: string) => ({
  number,
  expMonth: 12,
  expYear: new Date().getFullYear() + 1,
  cvc: /^3[47]/.test(number) ? '1234' : '123',
});
