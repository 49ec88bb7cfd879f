import type { Clock } from '../../../platform/clock.ts';
import { AddressBlockedError, type GuardedCall } from '../../../platform/outgoing/guarded-call.ts';
import { retryAfterMs } from '../../../platform/outgoing/http-answers.ts';
import type { HttpAnswer, HttpCall } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { asUnavailable, nothingDone, requireTime } from '../nothing-done.ts';
import { type Connection, SourceRefusedError, SourceUnavailableError } from '../port.ts';
import { writeDate } from './custom-store-dates.ts';
import { childrenOf } from './custom-store-mapping.ts';
import { parseXml, type XmlElement, XmlError } from './xml-document.ts';

export interface CustomStoreDeps {
  call: GuardedCall;
  clock: Clock;
}

export interface Window {
  from: Date;
  until: Date;
}

/** Something other than an order export answered, or the address does not exist. */
export class NoExportError extends SourceUnavailableError {
  readonly status: number;
  constructor(message: string, retryAfterMs: number | null, status: number) {
    super(message, retryAfterMs);
    this.status = status;
  }
}

const WITHIN_MS = 60_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_PAGES = 10_000;

/** The two calls of the protocol. */
export class CustomStoreClient {
  readonly #deps: CustomStoreDeps;

  constructor(deps: CustomStoreDeps) {
    this.#deps = deps;
  }

  /**
   * One page of the orders that changed in the window. Anything but an export is a failure, never an empty
   * page.
   */
  async export(
    connection: Connection,
    { from, until }: Window,
    page: number,
  ): Promise<{ orders: XmlElement[]; pages: number }> {
    const query = {
      action: 'export',
      start_date: writeDate(from),
      end_date: writeDate(until),
      page: String(page),
    };
    const answer = await asUnavailable(this.#send(connection, { method: 'GET', query }));
    if (answer.status !== 200) throw this.#unavailable(connection, answer);
    const root = rootOf(answer);
    if (root.name !== 'Orders')
      throw new SourceUnavailableError('The store’s answer is not an order export.');
    return { orders: childrenOf(root, 'Order'), pages: pagesIn(root) };
  }

  /** Sent once. NotSentError means that nothing happened; after any other error the outcome is unknown. */
  async notify(connection: Connection, query: Record<string, string>, body: string): Promise<HttpAnswer> {
    const answer = await this.#send(connection, { method: 'POST', query, body });
    if (answer.status === 429) {
      const waitMs = retryAfterMs(answer, this.#deps.clock.now());
      throw nothingDone(new SourceUnavailableError(`${hostOf(connection)} is limiting requests.`, waitMs));
    }
    const isClear = answer.status >= 200 && answer.status < 500 && answer.status !== 408;
    if (!isClear || (answer.status >= 300 && answer.status < 400) || isPage(answer))
      throw this.#unavailable(connection, answer);
    return answer;
  }

  async #send(
    connection: Connection,
    { method, query, body }: { method: 'GET' | 'POST'; query: Record<string, string>; body?: string },
  ): Promise<HttpAnswer> {
    requireTime(connection);
    const { userName = '', password = '' } = connection.secrets;
    const url = storeUrl(connection);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const call: HttpCall = {
      method,
      url,
      headers: {
        authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`,
        accept: 'application/xml, text/xml',
        'user-agent': 'Lading',
        ...(body === undefined ? {} : { 'content-type': 'application/xml; charset=utf-8' }),
      },
      ...(body === undefined ? {} : { body }),
      withinMs: WITHIN_MS,
      mostBytes: MAX_BYTES,
    };
    const answer = await this.#deps.call(call).catch((cause: unknown) => {
      if (cause instanceof AddressBlockedError)
        throw new SourceRefusedError('address_blocked', 'Lading is not allowed to connect to this address.', {
          cause,
        });
      if (cause instanceof NotSentError) throw cause;
      throw new SourceUnavailableError(`${url.host} did not answer.`, null, { cause });
    });
    if (answer.status === 401 || answer.status === 403)
      throw new SourceRefusedError('credentials', 'The store does not accept the username or password.');
    return answer;
  }

  #unavailable(connection: Connection, answer: HttpAnswer): NoExportError {
    const { status } = answer;
    const waitMs = retryAfterMs(answer, this.#deps.clock.now());
    return new NoExportError(`${hostOf(connection)} answered with status ${status}.`, waitMs, status);
  }
}

/** The export's address. People leave out the scheme. */
export function storeUrl({ address }: Connection): URL {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`);
  if (!url) throw new SourceRefusedError('not_found', 'This is not the address of a store.');
  return url;
}

const hostOf = (connection: Connection) => storeUrl(connection).host;

function rootOf({ body }: HttpAnswer): XmlElement {
  try {
    return parseXml(body);
  } catch (cause) {
    if (!(cause instanceof XmlError)) throw cause;
    throw new SourceUnavailableError('The store’s answer is not readable XML.', null, { cause });
  }
}

function pagesIn({ attributes }: XmlElement): number {
  const text = attributes.get('pages') ?? '1';
  const pages = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(pages <= MAX_PAGES))
    throw new SourceUnavailableError('The store returned an invalid number of pages.');
  return pages;
}

/** A login or maintenance page, which some sites send with status 200. */
const isPage = ({ body }: HttpAnswer) =>
  /^\ufeff?\s*<(?:!doctype html|html)/i.test(body.subarray(0, 200).toString());
