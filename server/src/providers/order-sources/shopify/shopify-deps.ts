import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { callOut, type HttpAnswer, type HttpCall } from '../../../platform/outgoing/http-call.ts';

/** An app that is registered with Shopify. */
export interface ShopifyApp {
  clientId: string;
  clientSecret: string;
}

export interface ShopifyDeps {
  /** Makes all calls. A guard may wrap `callOut`. */
  call(call: HttpCall): Promise<HttpAnswer>;
  /** Where a store answers. */
  origin(shop: string): URL;
  /** The operator's app, which stores install; null if there is none. */
  app: ShopifyApp | null;
  waits: ShopifyWaits;
  /** How many entries of a list are read with cursors. Then a filter by id starts a new list. */
  windowSize: number;
  clock: Clock;
  log: Log;
}

interface ShopifyWaits {
  /** Before the next attempt, when the store limits our calls and does not say for how long. */
  unknownMs: number;
  /** For all waits of one call together. A longer wait is left to the caller. */
  mostMs: number;
  /** For one call. */
  answerMs: number;
}

/** Shopify itself, called directly. */
export const SHOPIFY: Pick<ShopifyDeps, 'call' | 'origin' | 'waits' | 'windowSize'> = {
  call: callOut,
  origin: (shop) => new URL(`https://${shop}`),
  waits: { unknownMs: 1_000, mostMs: 20_000, answerMs: 20_000 },
  // Shopify documents a limit of 25,000.
  windowSize: 20_000,
};

/** One address for all stores, where a double answers. */
export const shopifyAt = (url: string): Pick<ShopifyDeps, 'origin'> => ({ origin: () => new URL(url) });
