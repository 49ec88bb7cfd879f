import type * as z from 'zod/mini';
import { SourceUnavailableError } from './port.ts';

/**
 * Throws if the store's answer has another format: it must never look like an empty list. `answered` begins the sentence,
 * for example "eBay answered /orders".
 */
export function parseAs<T extends z.ZodMiniType>(schema: T, json: unknown, answered: string): z.output<T> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new SourceUnavailableError(`${answered} in an unknown format (at “${where}”).`);
}
