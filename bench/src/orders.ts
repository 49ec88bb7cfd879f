import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import type { ShipOrdersAnswer } from '@lading/contract/orders/ship-orders.ts';
import { API } from '@lading/contract/routes.ts';
import { sweepOrderSources } from '../../server/src/domains/orders/sweep-order-sources.ts';
import { sweepReports } from '../../server/src/domains/orders/sweep-reports.ts';
import { days } from '../../server/src/platform/clock.ts';
import { BulkCustomer } from '../../server/test/bulk-customer.ts';
import { PARCEL_TO_SEND } from '../../server/test/buying-customer.ts';
import { newBulkCustomer, POLL_EVERY_MS, processFile, sumOf } from './bulk.ts';
import { type BenchApp, compare, median, report, secondsOf, startBenchApp } from './harness.ts';
import { ROOT } from './program.ts';

const ORDERS = 500;
const ROUNDS = 9;
/** The program looks for reports every 15 seconds, which would add waiting to the measurement. */
const SWEEP_EVERY_MS = 500;
/** The login that the double accepts. */
const LOGIN = { userName: 'lading', password: 'open sesame' };
const BOX = { type: 'package', lengthIn: 10, widthIn: 8, heightIn: 4 } as const;

/**
 * L16: the time to ship orders, from selection to printed labels and slips and reported tracking numbers, compared
 * with rows of a file.
 */
export async function benchOrders(count: number = ORDERS): Promise<void> {
  const store = await startStore();
  const app = await startBenchApp(undefined, { ORDER_SOURCE_ALLOWED_HOSTS: new URL(store.url).host });
  try {
    const printed: number[] = [];
    const shipOrders = async () => {
      const owner = new Owner(app, store.url, `orders-${printed.length}`);
      await owner.open();
      await owner.receive(count);
      const { reports = 0, ...others } = await owner.ship(count);
      printed.push(printParts(`${count} orders`, others));
      return printParts(`${count} orders, then`, { reports }) + (printed.at(-1) ?? 0);
    };
    const rows: number[] = [];
    const processRows = async () => {
      const customer = await newBulkCustomer(app, `rows-${rows.length}`);
      rows.push(printParts(`${count} rows`, await processFile(customer, count)));
      return rows.at(-1) ?? 0;
    };
    await shipOrders();
    await processRows();
    const reported = await compare(ROUNDS, shipOrders, processRows);
    const ratio = median(printed.slice(1)) / median(rows.slice(1));
    console.log(
      `${`L16  ${count} orders ÷ ${count} rows, until printed`.padEnd(62)} ${ratio.toFixed(2)}  (aim ≤ 1.2)`,
    );
    report(`L16  ${count} orders ÷ ${count} rows, until reported to the store`, reported, '≤ 1.2');
  } finally {
    await app.close();
    store.process.kill();
  }
}

/** A process of its own, because its work is not ours. It hides the shipped orders of earlier rounds. */
async function startStore(): Promise<{ url: string; process: ChildProcess }> {
  const options = JSON.stringify({
    opensAt: new Date(Date.now() - days(7)).toISOString(),
    pageSize: 100,
    hidesShipped: true,
  });
  const double = ['server/test/doubles/run-double.ts', 'custom-store', '--options', options];
  const child = spawn(process.execPath, double, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) {
    const url = /http:\/\/\S+/.exec(String(chunk))?.[0];
    if (url) return { url, process: child };
  }
  throw new Error('The store did not start');
}

class Owner {
  readonly #app: BenchApp;
  readonly #address: string;
  readonly #bulk: BulkCustomer;

  constructor(app: BenchApp, address: string, name: string) {
    this.#app = app;
    this.#address = address;
    this.#bulk = new BulkCustomer(async () => app.url, { name, lookAgainMs: POLL_EVERY_MS });
  }

  async open(): Promise<void> {
    await this.#bulk.signUp();
    const { fullName, phone, address, city, state, zipCode, country } = PARCEL_TO_SEND.sender;
    const defaultAddress = { address, suite: '', city, state, zipCode, country };
    await this.#bulk.call('PUT', API.profile, { fullName, phone, defaultAddress });
    const credentials = { kind: 'custom_store', address: this.#address, ...LOGIN };
    await this.#bulk.call('POST', API.orderSources, { credentials });
  }

  /** Not measured: new orders in the store, and their import. */
  async receive(count: number): Promise<void> {
    const body = JSON.stringify({ count });
    const answer = await fetch(new URL('/double/orders', this.#address), { method: 'POST', body });
    if (!answer.ok) throw new Error(`The store answered with ${answer.status}`);
    await sweepOrderSources(this.#app.deps);
    const orderIds = [...(await this.#ids('attention')), ...(await this.#ids('ready'))];
    for (let from = 0; from < orderIds.length; from += ORDERS)
      await this.#bulk.call('PATCH', API.orders, {
        orderIds: orderIds.slice(from, from + ORDERS),
        change: { parcel: BOX },
      });
  }

  async ship(count: number): Promise<Parts> {
    const orderIds = await this.#ids('ready');
    if (orderIds.length !== count) throw new Error(`${orderIds.length} orders are ready`);
    const before = {
      upload: await secondsOf(() => this.#makeBatch(orderIds)),
      addresses: await secondsOf(() => this.#bulk.waitForAddresses()),
      rates: await secondsOf(() => this.#bulk.getRates()),
      payment: await secondsOf(() => this.#bulk.pay()),
    };
    const labeled = secondsOf(() => this.#bulk.waitForLabels());
    const reported = this.#report(count, labeled);
    const labels = await labeled;
    const pdf = await secondsOf(() => this.#bulk.print({ orderIds, content: 'labels_and_slips' }));
    return { ...before, labels, pdf, reports: await secondsOf(() => reported) };
  }

  async #makeBatch(orderIds: string[]): Promise<void> {
    const { batchId } = await this.#bulk.call<ShipOrdersAnswer>('POST', API.ordersShip, { orderIds });
    this.#bulk.continueWith(batchId ?? '');
  }

  /** While labels are bought, and then until nothing is left. */
  async #report(count: number, labeled: Promise<unknown>): Promise<void> {
    let isLabeled = false;
    while (!isLabeled || !(await this.#isDone(count))) {
      isLabeled = await Promise.race([labeled.then(() => true), sleep(SWEEP_EVERY_MS, false)]);
      await sweepReports(this.#app.deps);
    }
  }

  async #isDone(count: number): Promise<boolean> {
    if ((await this.#ids('shipped')).length < count) return false;
    const { sources } = await this.#sources();
    return sources.every(({ reports }) => reports.waiting === 0);
  }

  #sources(): Promise<{ sources: OrderSourceView[] }> {
    return this.#bulk.call('GET', API.orderSources);
  }

  async #ids(view: string): Promise<string[]> {
    return (await this.#bulk.call<{ ids: string[] }>('GET', `${API.orderIds}?view=${view}`)).ids;
  }
}

/** Seconds per part. */
type Parts = Record<string, number>;

/** Returns the sum. */
function printParts(what: string, parts: Parts): number {
  const figures = Object.entries(parts).map(([part, seconds]) => `${part} ${seconds.toFixed(2)}`);
  console.log(`L16  ${what}, seconds: ${figures.join(', ')}`);
  return sumOf(parts);
}
