import { StartError } from '../platform/app-error.ts';

const DEFAULT_MAX = 1_000_000_000;

/** A count from the command line. */
export function readCount(name: string, text: string, { min = 1, max = DEFAULT_MAX } = {}): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (count >= min && count <= max) return count;
  throw new StartError(`--${name} must be a whole number from ${min} to ${max}; got '${text}'.`);
}
