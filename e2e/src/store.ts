import { afterAll, beforeAll } from 'vitest';
import { ownServer } from './own-server.ts';
import { type RunningDouble, type RunningServer, startDouble, startServer } from './server.ts';

interface Store {
  /** The address that a client enters. */
  url: () => string;
  /** Buyers order in the store. */
  placeOrders: (count: number) => Promise<void>;
  /** The emails that the store sent to its buyers. */
  mails: () => Promise<unknown[]>;
}

/** Gives this file a server that may call a WooCommerce shop on this machine. */
export function useStore(): Store {
  const shared = { ...ownServer };
  const running: { server?: RunningServer; store?: RunningDouble } = {};
  const url = () => {
    if (!running.store) throw new Error('The store is not running.');
    return running.store.url;
  };
  beforeAll(async () => {
    running.store = await startDouble('woocommerce');
    running.server = await startServer({
      LADING_DEMO: 'off',
      ORDER_SOURCE_ALLOWED_HOSTS: new URL(running.store.url).host,
    });
    Object.assign(ownServer, running.server);
  });
  afterAll(async () => {
    Object.assign(ownServer, shared);
    try {
      await running.server?.stop();
    } finally {
      running.store?.stop();
    }
  });
  return {
    url,
    placeOrders: async (count) => {
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url()}/double/orders`, { method: 'POST', headers, body: JSON.stringify({ count }) });
    },
    mails: async () => (await fetch(`${url()}/double/mails`)).json(),
  };
}
