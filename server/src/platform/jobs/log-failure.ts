import { isDatabaseUnavailable } from '../db/read-only.ts';
import type { Log, RepeatedProblems } from '../log.ts';

interface Failure {
  event: string;
  text: string;
  [field: string]: string;
}

/**
 * Logs why recurring work failed. While the database is unavailable, all of it fails for the same reason, so that is
 * one short line a minute.
 */
export function logFailure(
  log: Log,
  repeated: RepeatedProblems,
  error: unknown,
  { event, text, ...fields }: Failure,
): void {
  if (!isDatabaseUnavailable(error)) log.error({ event, ...fields, err: error }, text);
  else
    repeated.note(event, (times) =>
      log.warn({ event, ...fields, reason: (error as Error).message, times }, text),
    );
}
