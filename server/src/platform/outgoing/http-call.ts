import { subscribe } from 'node:diagnostics_channel';
import { NotSentError } from './not-sent.ts';

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For the whole call, from connecting to the last byte. */
  withinMs: number;
  mostBytes: number;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/**
 * Connection failures, including TLS. A request is written only to an open connection, so after these nothing
 * was sent.
 */
const neverConnected = new WeakSet<Error>();
subscribe('undici:client:connectError', (message) => neverConnected.add((message as { error: Error }).error));

/**
 * Calls a provider with a time and a size limit, without following redirects. NotSentError means that the
 * request was not sent; after any other error the outcome is unknown.
 */
export async function callOut({ url, withinMs, mostBytes, ...init }: HttpCall): Promise<HttpAnswer> {
  try {
    const response = await fetch(url, {
      ...(init as RequestInit),
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: await readUpTo(response.body ?? [], mostBytes),
    };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    if (cause && neverConnected.has(cause))
      throw new NotSentError(`${url.host} cannot be reached (${cause.code})`, { cause: error });
    throw new Error(`${url.host} did not answer as expected`, { cause: error });
  }
}

/** Reads a whole body, unless it is too large. */
export async function readUpTo(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  mostBytes: number,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > mostBytes) throw new Error(`the answer has more than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
