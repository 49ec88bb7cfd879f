import { setTimeout as sleep } from 'node:timers/promises';
import type { RefundAnswer } from '@lading/contract/admin-shipments.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer } from '@lading/contract/shipments.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { BulkCustomer, rowToShip } from '../bulk-customer.ts';
import { BuyingCustomer, centsOf, PARCEL_TO_SEND } from '../buying-customer.ts';
import { inTurn } from '../kill-during-bulk.ts';
import { findMoneyFaults, waitForQuiet } from '../money-checks.ts';
import { soldLabels } from './double-deeds.ts';
import { OPERATOR, ProductionSite } from './production-site.ts';

const CALLS = 50;
const BATCH_ROWS = 2;

export interface IdenticalCalls {
  faults: string[];
  rounds: number;
  /** Calls that were answered with "still running" and not with the one answer. */
  conflicts: number;
}

/** F19: the same call fifty times at once, over both servers, must have one effect; all who are answered hear the same. */
export async function makeIdenticalCalls(databaseUrl: string, rounds: number): Promise<IdenticalCalls> {
  const site = await ProductionSite.start(databaseUrl);
  const { db, close } = openDatabase(databaseUrl, createLog('error'), 2);
  const { payByCard } = site;
  const address = inTurn(site.servers);
  const customer = new BuyingCustomer(address, { name: 'duplicates', careful: true, payByCard });
  const bulk = new BulkCustomer(address, { name: 'bulk', lookAgainMs: 50, payByCard });
  const operator = new BuyingCustomer(address, { name: OPERATOR, careful: true });
  const faults: string[] = [];
  let conflicts = 0;
  const journalled = (kind: string) => site.stripe.journal().filter((entry) => entry.kind === kind).length;
  const sold = () => soldLabels(site.shippo.journal()).length;

  /** The one answer of all. */
  async function once<T>(
    what: string,
    call: () => Promise<{ status: number; body: T }>,
    count: () => number,
    effects = 1,
  ): Promise<T | null> {
    const before = count();
    const answers = await Promise.all(Array.from({ length: CALLS }, call));
    const answered = answers.filter(({ status }) => status !== 409);
    conflicts += answers.length - answered.length;
    const told = new Set(answered.map(({ status, body }) => JSON.stringify({ status, body })));
    const status = answered[0]?.status;
    // A label that is on its way is one answer, too.
    if (told.size !== 1 || (status !== 200 && status !== 202))
      faults.push(`${what}: answered ${[...told].join(' and ')}`);
    const made = count() - before;
    if (made !== effects) faults.push(`${what}: ${made} effects instead of ${effects}`);
    return answered[0]?.body ?? null;
  }

  try {
    await Promise.all([customer.signUp(), bulk.signUp(), operator.logIn()]);
    for (let round = 1; round <= rounds; round += 1) {
      const rate = await customer.chooseRate();
      const order = { amount: centsOf(rate), description: 'A label', rateIds: [rate.objectId] };
      const key = `round ${round}`;
      await once(
        'intent',
        () => customer.post(API.createPaymentIntent, order, key),
        () => journalled('intent_created'),
      );
      await customer.pay(rate);
      const label = await once(
        'label',
        async () => {
          const request = { ...PARCEL_TO_SEND, rateId: rate.objectId };
          const { status, body } = await customer.post<LabelAnswer>(API.label, request);
          // The link to the file is signed anew for each answer.
          const { labelUrl: _, ...rest } = body;
          return { status, body: rest };
        },
        sold,
      );
      await labelIsReady(customer, rate.objectId);
      const refund = { amount: dollarsOf(centsOf(rate)), reason: 'The parcel was late.' };
      const path = API.adminRefund.replace(':id', label?.transactionId ?? '');
      await once(
        'refund',
        async () => {
          const { status, body } = await operator.post<RefundAnswer>(path, refund, key);
          // How far it is when it is told may differ.
          return { status, body: body.refund?.refundId };
        },
        () => journalled('refunded'),
      );
      await bulk.upload(Array.from({ length: BATCH_ROWS }, (_, row) => rowToShip(row + 1)));
      await bulk.waitForAddresses();
      await bulk.getRates();
      const { paymentIntentId } = await bulk.payOnly();
      const before = sold();
      await Promise.all(Array.from({ length: CALLS }, () => bulk.startLabels(paymentIntentId)));
      await bulk.waitForLabels();
      if (sold() - before !== BATCH_ROWS)
        faults.push(`batch: ${sold() - before} labels of ${BATCH_ROWS} rows`);
    }
    await waitForQuiet(db, site.deeds);
    faults.push(...(await findMoneyFaults(db, site.deeds)));
    return { faults, rounds, conflicts };
  } finally {
    await site.close();
    await close();
  }
}

async function labelIsReady(customer: BuyingCustomer, rateId: string): Promise<void> {
  for (;;) {
    const { body } = await customer.post<LabelAnswer>(API.label, { ...PARCEL_TO_SEND, rateId });
    if (body.labelStatus !== 'processing') return;
    await sleep(100);
  }
}
