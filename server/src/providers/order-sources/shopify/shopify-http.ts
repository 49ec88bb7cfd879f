import type { HttpAnswer, HttpCall } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { type Connection, SourceRefusedError, SourceUnavailableError } from '../port.ts';
import type { ShopifyDeps } from './shopify-deps.ts';
import { shopDomainOf } from './shopify-domain.ts';
import { notAShop } from './shopify-errors.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Posts JSON to a shop. NotSentError means that the shop received nothing; after SourceUnavailableError the outcome
 * is unknown.
 */
export async function postJson(
  { call, origin, waits }: ShopifyDeps,
  address: Connection['address'],
  { path, headers = {}, body }: { path: string; headers?: HttpCall['headers']; body: object },
): Promise<HttpAnswer> {
  const shop = shopDomainOf(address);
  if (!shop) throw notAShop();
  try {
    return await call({
      method: 'POST',
      url: new URL(path, origin(shop)),
      headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      withinMs: waits.answerMs,
      mostBytes: MAX_BYTES,
    });
  } catch (error) {
    if (error instanceof NotSentError || error instanceof SourceRefusedError) throw error;
    throw new SourceUnavailableError('Shopify did not answer as expected.', null, { cause: error });
  }
}

/** A Retry-After value in seconds or as a date. */
export function retryAfterOf({ headers }: HttpAnswer, now: Date): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Undefined if the body is not JSON, for example an HTML page. */
export function jsonOf({ body }: HttpAnswer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
