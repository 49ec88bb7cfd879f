import type { DoubleAnswer, DoubleRequest } from './double-server.ts';

/** The store's own record of an order. */
interface OrderInStore {
  number: string;
  trackingNumbers: string[];
  /** How many emails the buyer got about it. */
  mails: number;
}

interface ControlledStore {
  behavior: object;
  /** A buyer orders. Returns the id of the order. */
  placeOrder(): string;
  /** Revokes all access tokens. */
  endTokens(): void;
  orders(): OrderInStore[];
}

/**
 * Controls a double of a store from another process: `PUT /double/options`, `POST /double/orders` (`{count}`),
 * `POST /double/tokens/end` and `GET /double/orders`.
 */
export function controlStore(store: ControlledStore, request: DoubleRequest): DoubleAnswer | null {
  const fields = () => JSON.parse(request.body.toString()) as Record<string, unknown>;
  switch (`${request.method} ${request.path}`) {
    case 'PUT /double/options':
      return { status: 200, body: Object.assign(store.behavior, fields()) };
    case 'POST /double/orders': {
      const { count = 1 } = fields();
      return { status: 200, body: Array.from({ length: Number(count) }, () => store.placeOrder()) };
    }
    case 'POST /double/tokens/end':
      store.endTokens();
      return { status: 200, body: {} };
    case 'GET /double/orders':
      return { status: 200, body: store.orders() };
    default:
      return null;
  }
}
