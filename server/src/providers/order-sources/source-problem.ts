import { type SourceProblem, SourceRefusedError, SourceUnavailableError } from './port.ts';

/** Null: not an error of the shop. */
export function problemOf(error: unknown): SourceProblem | null {
  if (error instanceof SourceRefusedError)
    return { kind: 'refused', code: error.code, message: error.message };
  if (error instanceof SourceUnavailableError)
    return { kind: 'unavailable', message: error.message, retryAfterMs: error.retryAfterMs };
  return null;
}
