import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface WebhookFront {
  url: string;
  /** Stripe needs its URL before a server runs behind it. */
  forwardTo(address: () => Promise<string>): void;
  /** Events answered with 2xx, and the others. */
  counts: { delivered: number; undelivered: number };
  close(): Promise<void>;
}

const PASSED_ON = ['content-type', 'stripe-signature'];

/** The one webhook URL of a provider; forwards the bytes to a running server. */
export async function startWebhookFront(): Promise<WebhookFront> {
  let address = (): Promise<string> => Promise.reject(new Error('No server yet'));
  const counts = { delivered: 0, undelivered: 0 };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const headers = Object.fromEntries(
      PASSED_ON.flatMap((name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const status = await address()
      .then((server) => fetch(`${server}${request.url}`, { method: 'POST', headers, body }))
      .then((answer) => answer.status)
      .catch(() => 502);
    counts[status < 300 ? 'delivered' : 'undelivered'] += 1;
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo: (behind) => {
      address = behind;
    },
    counts,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
