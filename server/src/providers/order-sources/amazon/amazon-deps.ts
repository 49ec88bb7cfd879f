import type { Clock } from '../../../platform/clock.ts';
import { callOut, type HttpAnswer, type HttpCall } from '../../../platform/outgoing/http-call.ts';
import type { AmazonRegion } from './amazon-marketplaces.ts';

export interface AmazonDeps {
  /** Makes all calls. A guard may wrap `callOut`. */
  call(call: HttpCall): Promise<HttpAnswer>;
  /** Where access tokens come from. */
  tokenOrigin: URL;
  /** Where orders of a region are. */
  apiOrigin(region: AmazonRegion): URL;
  waits: AmazonWaits;
  clock: Clock;
  pageSize: number;
}

interface AmazonWaits {
  /** For all waits of one call together. A longer wait is left to the caller. */
  mostMs: number;
  /** For one call. */
  answerMs: number;
}

/** Amazon itself, called directly. */
export const AMAZON: Omit<AmazonDeps, 'clock'> = {
  call: callOut,
  tokenOrigin: new URL('https://api.amazon.com'),
  apiOrigin: (region) => new URL(`https://sellingpartnerapi-${region}.amazon.com`),
  waits: { mostMs: 15_000, answerMs: 30_000 },
  pageSize: 100,
};

/** Amazon's own sandbox. Access tokens come from Amazon itself. */
export const AMAZON_SANDBOX: Pick<AmazonDeps, 'apiOrigin'> = {
  apiOrigin: (region) => new URL(`https://sandbox.sellingpartnerapi-${region}.amazon.com`),
};

/** One address for everything, where a double answers. */
export const amazonAt = (url: string): Pick<AmazonDeps, 'tokenOrigin' | 'apiOrigin'> => ({
  tokenOrigin: new URL(url),
  apiOrigin: () => new URL(url),
});
