import { AsyncLocalStorage } from 'node:async_hooks';

const limitMs = new AsyncLocalStorage<number>();
/** The server ends a statement first, because its error says what happened. */
const MARGIN_MS = 10_000;

/** Runs the work with a driver that waits this long for the server's answer to each statement. */
export const withStatementLimit = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  limitMs.run(ms + MARGIN_MS, work);

/** Undefined for the usual limit. */
export const statementLimitMs = (): number | undefined => limitMs.getStore();
