import { afterAll, beforeAll } from 'vitest';
import { ownServer } from './own-server.ts';
import { type RunningDouble, type STORES, startDouble } from './server.ts';

/** An order as the store has it. */
export interface OrderInStore {
  number: string;
  trackingNumbers: string[];
  /** How many emails the buyer got about it. */
  mails: number;
}

export interface Store {
  /** The address that a client enters, without a path. */
  url: () => string;
  /** Places orders as buyers. */
  placeOrders: (count: number) => Promise<void>;
  orders: () => Promise<OrderInStore[]>;
  /** Calls the double itself, such as `PUT options`. */
  control: (method: 'PUT' | 'POST', path: string, body?: unknown) => Promise<unknown>;
}

/** A store that the server of this worker may call. */
export function useStore(name: (typeof STORES)[number], options: object = {}): Store {
  const port = ownServer.storePorts[name];
  const url = `http://127.0.0.1:${port}`;
  let double: RunningDouble | undefined;
  beforeAll(async () => {
    double = await startDouble(name, { port, options });
  });
  afterAll(() => double?.stop());
  const control: Store['control'] = async (method, path, body = {}) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/double/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`The store returned ${answer.status} for ${path}`);
    return answer.json();
  };
  return {
    url: () => url,
    placeOrders: async (count) => void (await control('POST', 'orders', { count })),
    orders: async () => (await fetch(`${url}/double/orders`)).json(),
    control,
  };
}
