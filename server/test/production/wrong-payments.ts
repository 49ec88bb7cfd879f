import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { BuyingCustomer, centsOf, PARCEL_TO_SEND } from '../buying-customer.ts';
import { findMoneyFaults, waitForQuiet } from '../money-checks.ts';
import { inTurn } from '../restartable-process.ts';
import { soldLabels } from './double-journals.ts';
import { ProductionSite } from './production-site.ts';

const CARD = '4242424242424242';

/** How an intent changes between order and payment; `other` is an intent of another customer. */
const ALTERED: Record<string, (cents: number, other: string) => object> = {
  'another amount': (cents) => ({ amount: cents - 1 }),
  'more than ordered': (cents) => ({ amount: cents + 100 }),
  'another currency': () => ({ currency: 'eur' }),
  'the payment of another': (_, other) => ({ metadata: { payment_id: other } }),
};

interface WrongPayments {
  faults: string[];
  /** Payments of each kind. */
  rounds: number;
  kinds: string[];
  refunds: number;
  incidents: number;
}

/** The charge differs from the order: it buys no label, is refunded and opens an incident. */
export async function makeWrongPayments(databaseUrl: string, rounds: number): Promise<WrongPayments> {
  const site = await ProductionSite.start(databaseUrl);
  const { db, close } = openDatabase(databaseUrl, createLog('error'), 2);
  const { payByCard } = site;
  const address = inTurn(site.servers);
  const customer = new BuyingCustomer(address, { name: 'wronged', careful: true, payByCard });
  const faults: string[] = [];
  /** Intents with the id of another payment; they are expected to match no payment. */
  const underOtherNames = new Set<string>();
  const control = (path: string, order: object) => site.stripe.control('POST', path, order);

  async function orderIntent() {
    const rate = await customer.chooseRate();
    const order = { amount: centsOf(rate), description: 'A label', rateIds: [rate.objectId] };
    const { clientSecret } = await customer.must<{ clientSecret: string }>(
      'POST',
      API.createPaymentIntent,
      order,
    );
    return { rate, cents: order.amount, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) };
  }

  const paymentOf = (intentId: string) =>
    db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirstOrThrow();

  try {
    await customer.signUp();
    for (let round = 0; round < rounds; round += 1) {
      const other = (await paymentOf((await orderIntent()).intentId)).id;
      for (const [kind, alter] of Object.entries(ALTERED)) {
        const { rate, cents, intentId } = await orderIntent();
        const facts = alter(cents, other);
        if ('metadata' in facts) underOtherNames.add(intentId);
        await control('alter', { intentId, ...facts });
        await control('confirm', { intentId, card: CARD });
        const { status } = await customer.post(API.label, { ...PARCEL_TO_SEND, rateId: rate.objectId });
        if (status !== 402) faults.push(`${kind}: the label was answered with ${status}`);
      }
      // False events: for an unpaid payment, and for a used one.
      const unpaid = await orderIntent();
      await control('event', {
        type: 'payment_intent.succeeded',
        intentId: unpaid.intentId,
        object: { status: 'succeeded', amount_received: unpaid.cents },
      });
      const rate = await customer.chooseRate();
      const used = await customer.pay(rate);
      await customer.fetchLabel(rate);
      await control('event', { type: 'payment_intent.succeeded', intentId: used });
      const again = await customer.post(API.label, {
        ...PARCEL_TO_SEND,
        rateId: unpaid.rate.objectId,
        paymentIntentId: used,
      });
      if (again.status < 400) faults.push(`a used payment was answered with ${again.status}`);
    }
    await sleep(1_000);
    await waitForQuiet(db, site.journals);
    const labels = soldLabels(site.shippo.journal()).length;
    if (labels !== rounds) faults.push(`${labels} labels instead of ${rounds}`);
    const wrong = rounds * Object.keys(ALTERED).length;
    const refunds = site.stripe.journal().filter(({ kind }) => kind === 'refunded').length;
    if (refunds !== wrong) faults.push(`${refunds} refunds of ${wrong} wrong payments`);
    const incidents = (
      await db.selectFrom('incidents').select('object_id').where('kind', '=', 'amount_differs').execute()
    ).length;
    if (incidents !== wrong) faults.push(`${incidents} reports of ${wrong} wrong payments`);
    const money = (await findMoneyFaults(db, site.journals)).filter(
      (fault) => !underOtherNames.has(/^intent (\S+) was charged/.exec(fault)?.[1] ?? ''),
    );
    return { faults: [...faults, ...money], rounds, kinds: Object.keys(ALTERED), refunds, incidents };
  } finally {
    await site.close();
    await close();
  }
}
