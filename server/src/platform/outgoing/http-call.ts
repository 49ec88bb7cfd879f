import { subscribe } from 'node:diagnostics_channel';
import { NotSentError } from './not-sent.ts';

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** All of it: connecting, answering and the last byte. */
  withinMs: number;
  /** A longer answer is refused. */
  mostBytes: number;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** Failures of making a connection, TLS included. A request is written only on one that was made, so of these it is certain that nothing was sent. */
const neverConnected = new WeakSet<Error>();
subscribe('undici:client:connectError', (message) => neverConnected.add((message as { error: Error }).error));

/**
 * One call to another party: with an end in time and in size, and never where a redirect leads. NotSentError means that it was never
 * reached; any other error that nobody knows what it did.
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
      body: await readUpTo(response, mostBytes),
    };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    if (cause && neverConnected.has(cause))
      throw new NotSentError(`${url.host} cannot be reached (${cause.code})`, { cause: error });
    throw new Error(`${url.host} did not answer as expected`, { cause: error });
  }
}

async function readUpTo(response: Response, mostBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > mostBytes) throw new Error(`an answer of more than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
