import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import { unavailableOf } from './nothing-done.ts';
import { type SourceProblem, SourceRefusedError, SourceUnavailableError } from './port.ts';

/** Null if the error did not come from the store. */
export function problemOf(error: unknown): SourceProblem | null {
  if (error instanceof NotSentError) return problemOf(unavailableOf(error));
  if (error instanceof SourceRefusedError)
    return { kind: 'refused', code: error.code, message: error.message };
  if (error instanceof SourceUnavailableError)
    return { kind: 'unavailable', message: error.message, retryAfterMs: error.retryAfterMs };
  return null;
}
