import { setTimeout as sleep } from 'node:timers/promises';
import type { RefundAnswer } from '@lading/contract/admin-shipments.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer } from '@lading/contract/shipments.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { BulkCustomer, rowToShip } from '../bulk-customer.ts';
import { BuyingCustomer, centsOf, PARCEL_TO_SEND } from '../buying-customer.ts';
import { findMoneyFaults, waitForQuiet } from '../money-checks.ts';
import { inTurn } from '../restartable-process.ts';
import { soldLabels } from './double-journals.ts';
import { OPERATOR, ProductionSite } from './production-site.ts';

const CALLS = 50;
const BATCH_ROWS = 2;

interface IdenticalCalls {
  faults: string[];
  rounds: number;
  /** Calls answered with "still running" instead of the one answer. */
  conflicts: number;
}

/** Sends one call many times and checks that it has one effect and one answer. */
class Duplicates {
  readonly faults: string[] = [];
  conflicts = 0;

  async once<T>(
    name: string,
    call: () => Promise<{ status: number; body: T }>,
    countEffects: () => number,
  ): Promise<T | null> {
    const before = countEffects();
    const answers = await Promise.all(Array.from({ length: CALLS }, call));
    const answered = answers.filter(({ status }) => status !== 409);
    this.conflicts += answers.length - answered.length;
    const distinct = new Set(answered.map(({ status, body }) => JSON.stringify({ status, body })));
    const status = answered[0]?.status;
    // 202 is the answer for a label in progress.
    if (distinct.size !== 1 || (status !== 200 && status !== 202))
      this.faults.push(`${name}: answered ${[...distinct].join(' and ')}`);
    const effects = countEffects() - before;
    if (effects !== 1) this.faults.push(`${name}: ${effects} effects instead of 1`);
    return answered[0]?.body ?? null;
  }
}

/** F19: fifty identical calls over both servers have one effect, and every answered call gets the same answer. */
export async function makeIdenticalCalls(databaseUrl: string, rounds: number): Promise<IdenticalCalls> {
  const site = await ProductionSite.start(databaseUrl);
  const { db, close } = openDatabase(databaseUrl, createLog('error'), 2);
  const { payByCard } = site;
  const address = inTurn(site.servers);
  const customer = new BuyingCustomer(address, { name: 'duplicates', careful: true, payByCard });
  const bulk = new BulkCustomer(address, { name: 'bulk', lookAgainMs: 50, payByCard });
  const operator = new BuyingCustomer(address, { name: OPERATOR, careful: true });
  const duplicates = new Duplicates();
  const { faults } = duplicates;
  try {
    await Promise.all([customer.signUp(), bulk.signUp(), operator.logIn()]);
    for (let round = 1; round <= rounds; round += 1) {
      await buyAndRefund(site, duplicates, customer, operator, `round ${round}`);
      faults.push(...(await startBatch(site, bulk)));
    }
    await waitForQuiet(db, site.journals);
    faults.push(...(await findMoneyFaults(db, site.journals)));
    return { faults, rounds, conflicts: duplicates.conflicts };
  } finally {
    await site.close();
    await close();
  }
}

const countSold = (site: ProductionSite) => soldLabels(site.shippo.journal()).length;

async function buyAndRefund(
  site: ProductionSite,
  duplicates: Duplicates,
  customer: BuyingCustomer,
  operator: BuyingCustomer,
  key: string,
): Promise<void> {
  const countAtStripe = (kind: string) => site.stripe.journal().filter((entry) => entry.kind === kind).length;
  const rate = await customer.chooseRate();
  const order = { amount: centsOf(rate), description: 'A label', rateIds: [rate.objectId] };
  await duplicates.once(
    'intent',
    () => customer.post(API.createPaymentIntent, order, key),
    () => countAtStripe('intent_created'),
  );
  await customer.pay(rate);
  const label = await duplicates.once(
    'label',
    async () => {
      const request = { ...PARCEL_TO_SEND, rateId: rate.objectId };
      const { status, body } = await customer.post<LabelAnswer>(API.label, request);
      // Every answer carries a newly signed link.
      const { labelUrl: _, ...rest } = body;
      return { status, body: rest };
    },
    () => countSold(site),
  );
  await labelIsReady(customer, rate.objectId);
  const refund = { amount: dollarsOf(centsOf(rate)), reason: 'The parcel was late.' };
  const path = API.adminRefund.replace(':id', label?.transactionId ?? '');
  await duplicates.once(
    'refund',
    async () => {
      const { status, body } = await operator.post<RefundAnswer>(path, refund, key);
      // The status of the refund may differ between answers.
      return { status, body: body.refund?.refundId };
    },
    () => countAtStripe('refunded'),
  );
}

async function startBatch(site: ProductionSite, bulk: BulkCustomer): Promise<string[]> {
  await bulk.upload(Array.from({ length: BATCH_ROWS }, (_, row) => rowToShip(row + 1)));
  await bulk.waitForAddresses();
  await bulk.getRates();
  const { paymentIntentId } = await bulk.payOnly();
  const before = countSold(site);
  await Promise.all(Array.from({ length: CALLS }, () => bulk.startLabels(paymentIntentId)));
  await bulk.waitForLabels();
  const labels = countSold(site) - before;
  return labels === BATCH_ROWS ? [] : [`batch: ${labels} labels for ${BATCH_ROWS} rows`];
}

async function labelIsReady(customer: BuyingCustomer, rateId: string): Promise<void> {
  for (;;) {
    const { body } = await customer.post<LabelAnswer>(API.label, { ...PARCEL_TO_SEND, rateId });
    if (body.labelStatus !== 'processing') return;
    await sleep(100);
  }
}
