import { API } from '@lading/contract/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { type BilledLabel, buyLabelOf } from './carrier-invoices.ts';
import { makeOperator } from './operator.ts';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
} from './shipping.ts';

interface BilledClient {
  operator: Shop;
  shop: Shop;
  /** Bought by the client from UPS. */
  label: BilledLabel;
}

/** One application per file and a client with a label per test. Checks the ledger after every test. */
export function withBilledClient(use: (client: BilledClient) => void): () => TestApp {
  let faulty: FaultyApp;
  let operator: Shop;
  beforeAll(async () => {
    faulty = await buildFaultyApp();
    operator = await makeOperator(faulty.test);
  });
  beforeEach(async () => {
    const shop = await makeShop(faulty.test);
    use({ operator, shop, label: await buyLabelOf(faulty.test, shop, 'UPS') });
  });
  afterEach(() => expectConsistentLedger(faulty.test));
  afterAll(() => faulty.test.close());
  return () => faulty.test;
}

/** The adjustments that the client sees. */
export const adjustmentsOf = async (test: TestApp, shop: Shop) =>
  (await call(test, shop, 'GET', API.adjustments)).json().adjustments;
