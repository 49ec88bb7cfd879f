import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import type { OrdersAnswer } from '@lading/contract/orders/orders.ts';
import type { ShipOrdersAnswer } from '@lading/contract/orders/ship-orders.ts';
import { API } from '@lading/contract/routes.ts';
import { BulkCustomer } from './bulk-customer.ts';
import { PARCEL_TO_SEND } from './buying-customer.ts';
import type { FaultStore } from './fault-stores.ts';
import { BOX } from './shop-orders.ts';
import { signInAtStore } from './sign-in-at-store.ts';

const LOOK_AGAIN_MS = 200;
const ENDS_WITHIN_MS = 900_000;
const IDS_PER_CALL = 500;
const MAX_SIGN_INS = 5;

/** A client with stores, over HTTP. */
export class StoreOwner {
  readonly #bulk: BulkCustomer;
  readonly #address: () => Promise<string>;

  constructor(address: () => Promise<string>) {
    this.#address = address;
    this.#bulk = new BulkCustomer(address, { name: 'store-owner', lookAgainMs: LOOK_AGAIN_MS });
  }

  async open(stores: readonly Pick<FaultStore, 'access'>[]): Promise<void> {
    const token = await this.#bulk.signUp();
    const { fullName, phone, address, city, state, zipCode, country } = PARCEL_TO_SEND.sender;
    await this.#bulk.call('PUT', API.profile, {
      fullName,
      phone,
      defaultAddress: { address, suite: '', city, state, zipCode, country },
    });
    for (const { access } of stores) await this.#connect(access, token);
  }

  /** Tries again, as a person does when the store does not answer. */
  async #connect(access: FaultStore['access'], token: string): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        if ('credentials' in access) await this.#bulk.call('POST', API.orderSources, access);
        else await signInAtStore(await this.#address(), token, access.store);
        return;
      } catch (error) {
        if (tries >= MAX_SIGN_INS) throw error;
      }
  }

  async waitForOrders(expected: Partial<OrdersAnswer['counts']>): Promise<void> {
    await this.#until(async () => {
      const { counts } = await this.#bulk.call<OrdersAnswer>('GET', `${API.orders}?view=all`);
      return Object.entries(expected).every(([view, count]) => counts[view as 'all'] === count);
    });
  }

  /** Enters weight and size of all open orders, then ships them with one payment. */
  async buyLabels(count: number): Promise<void> {
    for (const view of ['attention', 'ready'])
      for (const orderIds of pieces(await this.#ids(view)))
        await this.#bulk.call('PATCH', API.orders, { orderIds, change: { parcel: BOX, weightOz: 20 } });
    await this.waitForOrders({ ready: count });
    const orderIds = await this.#ids('ready');
    const { batchId } = await this.#bulk.call<ShipOrdersAnswer>('POST', API.ordersShip, { orderIds });
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
      const isOpen = counts.ready + counts.in_progress + counts.attention > 0;
      return !isOpen && sources.every(({ reports }) => reports.waiting === 0);
    });
  }

  async #ids(view: string): Promise<string[]> {
    return (await this.#bulk.call<{ ids: string[] }>('GET', `${API.orderIds}?view=${view}`)).ids;
  }

  async #until(isDone: () => Promise<boolean>): Promise<void> {
    const givesUpAt = performance.now() + ENDS_WITHIN_MS;
    while (!(await isDone())) {
      if (performance.now() > givesUpAt) throw new Error('The work did not end');
      await sleep(LOOK_AGAIN_MS);
    }
  }
}

const pieces = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, at) =>
    ids.slice(at * IDS_PER_CALL, (at + 1) * IDS_PER_CALL),
  );
