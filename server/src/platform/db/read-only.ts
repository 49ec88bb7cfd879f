import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

export type DatabaseMode = 'ready' | 'read-only' | 'unavailable';

/** Nothing was sent to the database, because it is unreachable or read-only. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

const readers = new AsyncLocalStorage<true>();

/** Lets a replica answer, which may be seconds behind. Never use it for decisions about money. */
export const asReader = <T>(work: () => T): T => readers.run(true, work);
export const isReader = (): boolean => readers.getStore() ?? false;

const READ_ONLY_TRANSACTION = '25006';
/** Connection errors, and those of a server that is stopping, crashed or starting, or whose disk is full. */
const UNAVAILABLE_CODES = /^(08...|57P0[123]|53100)$/;
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
/** The driver's own errors have no codes. */
const DRIVER_MESSAGES = /^Connection terminated|^Query read timeout$|has encountered a connection error/;

export const isWriteRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === READ_ONLY_TRANSACTION;

/** The database could not be reached, or the connection was lost. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_CODES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  return (
    (SYSTEM_CODES.has(code) && /^(connect|read|write|getaddrinfo)$/.test(syscall)) ||
    DRIVER_MESSAGES.test(error.message)
  );
}

/** For a write that merely accompanies a read: skips it while the database is read-only. */
export async function ifWritable(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
  }
}
