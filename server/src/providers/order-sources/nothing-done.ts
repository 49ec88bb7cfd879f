import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import { type Connection, SourceUnavailableError, TooSlowError } from './port.ts';

/** The store did nothing. The cause says how long the store asks us to wait. */
export const nothingDone = (cause: SourceUnavailableError): NotSentError =>
  new NotSentError(cause.message, { cause });

/** Before every call to a store at an address that a client entered. */
export function requireTime({ isOver }: Connection): void {
  if (isOver?.()) throw nothingDone(new TooSlowError());
}

/** For what comes before the first write, such as tokens and reads: if it fails, the store did nothing. */
export async function beforeWriting<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SourceUnavailableError ? nothingDone(error) : error;
  }
}

/** For reads, and for what comes after a write: the caller must not read a NotSentError as "nothing was done". */
export async function asUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof NotSentError ? unavailableOf(error) : error;
  }
}

export const unavailableOf = (error: NotSentError): SourceUnavailableError =>
  error.cause instanceof SourceUnavailableError
    ? error.cause
    : new SourceUnavailableError(`${error.message}.`, null, { cause: error });
