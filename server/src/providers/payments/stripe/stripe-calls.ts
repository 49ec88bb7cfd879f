import { type FinalNo, finalNo, isKeptFailure, plainError } from './stripe-mapping.ts';

/** How many idempotency keys we try for one object, each after a failure that Stripe replays. */
const MAX_KEYS = 5;

/**
 * Creates one object per key. Stripe would replay a stored failure forever, so we search for what the
 * failed call created, and only if there is nothing we use the next key.
 */
export async function once<T>(
  key: string,
  make: (idempotencyKey: string) => Promise<T>,
  find: () => Promise<T | null>,
): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await make(turn === 1 ? key : `${key}:${turn}`);
    } catch (error) {
      if (!isKeptFailure(error) || turn === MAX_KEYS) throw error;
    }
    const found = await find();
    if (found) return found;
  }
}

type Heard<T> = { answer: T } | { no: FinalNo };

/** A final refusal is an answer. Any other error is thrown, because the outcome is unknown. */
export async function heard<T>(call: Promise<T>): Promise<Heard<T>> {
  try {
    return { answer: await call };
  } catch (error) {
    const no = finalNo(error);
    if (!no) throw plainError(error);
    return { no };
  }
}

export const isMissing = (result: Heard<unknown>): boolean =>
  'no' in result && result.no.code === 'resource_missing';

export function orThrow<T>(result: Heard<T>): T {
  if ('answer' in result) return result.answer;
  throw new Error(`Stripe: ${result.no.text} (${result.no.code})`);
}
