import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import type { OrdersAnswer } from '@lading/contract/orders/orders.ts';
import type { ShipOrdersAnswer } from '@lading/contract/orders/ship-orders.ts';
import { API } from '@lading/contract/routes.ts';
import { BulkCustomer } from './bulk-customer.ts';
import { PARCEL_TO_SEND } from './buying-customer.ts';
import {
  startWooCommerceDouble,
  WOOCOMMERCE_KEY,
  type WooCommerceDouble,
} from './doubles/woocommerce-double.ts';
import { MortalLading } from './mortal-lading.ts';
import { BOX } from './shop-orders.ts';

const LOOK_AGAIN_MS = 200;
const ENDS_WITHIN_MS = 900_000;
const IDS_PER_CALL = 500;

interface StoreRun {
  stores: number;
  ordersPerStore: number;
  /** Crash points at which the program dies while orders are read, and while shipments are reported. */
  reading: readonly string[];
  reporting: readonly string[];
}

interface StoreOutcome {
  missed: string[];
  orders: number;
  /** Orders without exactly one tracking number, or with another number of emails than without faults. */
  wrong: string[];
}

/** A client with stores imports, ships and reports all orders while the program is killed. */
export async function surviveKills(ownerUrl: string, run: StoreRun): Promise<StoreOutcome> {
  const doubles: WooCommerceDouble[] = [];
  for (let store = 0; store < run.stores; store += 1) doubles.push(await startWooCommerceDouble());
  for (const { shop } of doubles) for (let order = 0; order < run.ordersPerStore; order += 1) shop.make();
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-stores-'));
  const hosts = doubles.map(({ url }) => new URL(url).host).join();
  const lading = new MortalLading(dataDir, ownerUrl, { env: { ORDER_SOURCE_ALLOWED_HOSTS: hosts } });
  try {
    await lading.start();
    const owner = new StoreOwner(lading);
    await owner.open(doubles);
    const missed = await dieAtEach(lading, run.reading);
    await owner.waitForOrders(run.stores * run.ordersPerStore);
    await owner.buyLabels();
    missed.push(...(await dieAtEach(lading, run.reporting)));
    await owner.waitForReports();
    return { missed, orders: run.stores * run.ordersPerStore, wrong: doubles.flatMap(wrongIn) };
  } finally {
    await lading.retire();
    for (const double of doubles) await double.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns the points that the program never reached. */
async function dieAtEach(lading: MortalLading, points: readonly string[]): Promise<string[]> {
  const missed: string[] = [];
  for (const point of points) {
    await lading.end('SIGKILL');
    if (!(await lading.dieAt(`${point}:1`))) missed.push(point);
  }
  await lading.start();
  return missed;
}

/** WooCommerce sends one email about the parcel and one about the completed order. */
function wrongIn({ shop, reports }: WooCommerceDouble): string[] {
  return [...shop.orders.keys()].flatMap((id) => {
    const numbers = reports.trackingNumbers(id).length;
    const mails = reports.mails.filter(({ orderId }) => orderId === id).length;
    return numbers === 1 && mails === 2 ? [] : [`order ${id}: ${numbers} numbers, ${mails} emails`];
  });
}

class StoreOwner {
  readonly #bulk: BulkCustomer;

  constructor({ address }: MortalLading) {
    this.#bulk = new BulkCustomer(address, { name: 'store-owner', lookAgainMs: LOOK_AGAIN_MS });
  }

  async open(doubles: readonly WooCommerceDouble[]): Promise<void> {
    await this.#bulk.signUp();
    const { fullName, phone, address, city, state, zipCode, country } = PARCEL_TO_SEND.sender;
    await this.#bulk.call('PUT', API.profile, {
      fullName,
      phone,
      defaultAddress: { address, suite: '', city, state, zipCode, country },
    });
    for (const { url: address } of doubles)
      await this.#bulk.call('POST', API.orderSources, {
        credentials: { kind: 'woocommerce', address, ...WOOCOMMERCE_KEY },
      });
  }

  async waitForOrders(count: number): Promise<void> {
    await this.#until(async () => {
      const { counts } = await this.#bulk.call<OrdersAnswer>('GET', `${API.orders}?view=all`);
      return counts.all === count;
    });
  }

  async buyLabels(): Promise<void> {
    const { ids } = await this.#bulk.call<{ ids: string[] }>('GET', `${API.orderIds}?view=all`);
    for (let from = 0; from < ids.length; from += IDS_PER_CALL)
      await this.#bulk.call('PATCH', API.orders, {
        orderIds: ids.slice(from, from + IDS_PER_CALL),
        change: { parcel: BOX },
      });
    const { batchId } = await this.#bulk.call<ShipOrdersAnswer>('POST', API.ordersShip, { orderIds: ids });
    this.#bulk.continueWith(batchId ?? '');
    await this.#bulk.waitForAddresses();
    await this.#bulk.getRates();
    await this.#bulk.pay();
  }

  async waitForReports(): Promise<void> {
    await this.#bulk.waitForLabels();
    await this.#until(async () => {
      const { counts } = await this.#bulk.call<OrdersAnswer>('GET', `${API.orders}?view=all`);
      const { sources } = await this.#bulk.call<{ sources: OrderSourceView[] }>('GET', API.orderSources);
      return counts.shipped === counts.all && sources.every(({ reports }) => reports.waiting === 0);
    });
  }

  async #until(isDone: () => Promise<boolean>): Promise<void> {
    const givesUpAt = performance.now() + ENDS_WITHIN_MS;
    while (!(await isDone())) {
      if (performance.now() > givesUpAt) throw new Error('The work did not end');
      await sleep(LOOK_AGAIN_MS);
    }
  }
}
