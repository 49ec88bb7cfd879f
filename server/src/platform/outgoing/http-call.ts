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

/** Failures before the first byte of a request was on its way. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

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
    const code = codeOf(error);
    if (code !== undefined && NEVER_CONNECTED.has(code))
      throw new NotSentError(`${url.host} cannot be reached (${code})`, { cause: error });
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

/** Undici hides the system's word some causes down, or in a list of one per address tried. */
function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, errors } = at as { code?: string; errors?: unknown[] };
    if (typeof code === 'string') return code;
    if (Array.isArray(errors)) return codeOf(errors[0]);
  }
  return undefined;
}
