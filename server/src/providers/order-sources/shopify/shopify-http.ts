import type { HttpAnswer, HttpCall } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { type Connection, SourceRefusedError, SourceUnavailableError } from '../port.ts';
import type { ShopifyDeps } from './shopify-deps.ts';
import { shopDomainOf } from './shopify-domain.ts';
import { notAShop } from './shopify-errors.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Posts JSON to a store. NotSentError means that the store received nothing; after SourceUnavailableError the outcome
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
