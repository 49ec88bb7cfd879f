import { normalizeAnswer, normalizeText } from './normalize-answer.ts';

/** One call and its answer, as it is written to the file. */
interface SpecAnswer {
  call: string;
  request: string;
  status: number;
  type: string | null;
  answer: unknown;
}

interface CallOptions {
  token?: string | undefined;
  body?: unknown;
}

/** Makes plain HTTP calls and records the normalized answers. It uses none of Lading's own code. */
export class SpecCaller {
  readonly answers: SpecAnswer[] = [];
  readonly #baseUrl: string;
  readonly #known = new Map<string, string>();
  readonly #beforeCall: () => Promise<void>;

  constructor(baseUrl: string, beforeCall: () => Promise<void> = async () => {}) {
    this.#baseUrl = baseUrl;
    this.#beforeCall = beforeCall;
  }

  /** From now on, answers contain the name instead of the value. */
  rename(value: string, name: string): void {
    this.#known.set(value, name);
  }

  /** Returns the body, parsed if it is JSON. */
  async call(name: string, request: string, { token, body }: CallOptions = {}): Promise<unknown> {
    await this.#beforeCall();
    const [method = 'GET', path = '/'] = request.split(' ');
    const response = await fetch(`${this.#baseUrl}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type');
    const text = await response.text();
    const content = type?.startsWith('application/json') ? (JSON.parse(text) as unknown) : text;
    this.answers.push({
      call: name,
      request: normalizeText(request, this.#known),
      status: response.status,
      type,
      answer: this.#written(content),
    });
    return content;
  }

  #written(content: unknown): unknown {
    if (typeof content !== 'string') return normalizeAnswer(content, this.#known);
    // Of a PDF, only the signature is compared.
    if (content.startsWith('%PDF-')) return '%PDF-';
    return normalizeText(content, this.#known).split(/\r?\n/);
  }

  lines(): string[] {
    return this.answers.map((answer) => JSON.stringify(answer));
  }
}

/** A field of an answer; throws if the answer has no such field. */
export function textAt(value: unknown, ...path: (string | number)[]): string {
  let found: unknown = value;
  for (const name of path) found = (found as Record<string | number, unknown> | null | undefined)?.[name];
  if (typeof found !== 'string') throw new Error(`No ${path.join('.')} in ${JSON.stringify(value)}`);
  return found;
}
