import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** Everything works; only reading does; nothing does. */
export type DatabaseMode = 'ready' | 'read-only' | 'away';

/** Nothing was sent to the database, because it cannot be reached or does not take writes. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
}

const readers = new AsyncLocalStorage<true>();

/** Runs work that may be answered by a replica, which can be some seconds behind. Nothing that decides on money may be asked so. */
export const asReader = <T>(work: () => T): T => readers.run(true, work);
export const isReader = (): boolean => readers.getStore() ?? false;

const READ_ONLY_TRANSACTION = '25006';
/** The class of connection errors, and those of a server that stops, has crashed or starts. */
const GONE = /^(08...|57P0[123])$/;
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);
/** The driver has no codes for what it finds itself. */
const DRIVERS_WORDS = /^Connection terminated|^Query read timeout$|has encountered a connection error/;

export const isWriteRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === READ_ONLY_TRANSACTION;

/** Whether an error says that the database could not be reached, or was lost on the way. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAwayError) return true;
  if (error instanceof pg.DatabaseError) return GONE.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  return (
    (SYSTEM_CODES.has(code) && /^(connect|read|write|getaddrinfo)$/.test(syscall)) ||
    DRIVERS_WORDS.test(error.message)
  );
}

/** For a note made beside a read: where nothing can be written it is left out, and the read goes on. */
export async function ifWritable(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
  }
}
