import type { DoubleAnswer } from './double-server.ts';
import { StripeRefusal } from './stripe-double-refusal.ts';

interface Kept {
  request: string;
  at: number;
  /** Null while the first call is in progress. */
  answer: DoubleAnswer | null;
}

const MAX_KEY_LENGTH = 255;

/** Replays the first answer to a key. */
export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>();
  readonly #liveMs: () => number;

  constructor(liveMs: () => number) {
    this.#liveMs = liveMs;
  }

  /** Forgets the key if the work was not started. */
  async once(
    key: string,
    request: string,
    work: () => Promise<{ answer: DoubleAnswer; begun: boolean }>,
  ): Promise<DoubleAnswer> {
    if (key.length > MAX_KEY_LENGTH)
      throw refuse(400, 'Idempotency keys can have up to 255 characters.', 'idempotency_error');
    const known = this.#find(key);
    if (known) return repeat(known, key, request);
    const kept: Kept = { request, at: Date.now(), answer: null };
    this.#kept.set(key, kept);
    const { answer, begun } = await work();
    if (begun) kept.answer = answer;
    else this.#kept.delete(key);
    return answer;
  }

  #find(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    return kept && Date.now() - kept.at < this.#liveMs() ? kept : undefined;
  }
}

function repeat({ request, answer }: Kept, key: string, asked: string): DoubleAnswer {
  if (request !== asked)
    throw refuse(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}`,
      'idempotency_error',
    );
  if (!answer)
    throw refuse(409, `Another request with the key ${key} is in progress.`, 'invalid_request_error', {
      code: 'idempotency_key_in_use',
    });
  return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } };
}

const refuse = (
  status: number,
  message: string,
  type: 'idempotency_error' | 'invalid_request_error',
  rest: { code?: string } = {},
) => new StripeRefusal(status, { type, message, ...rest });
