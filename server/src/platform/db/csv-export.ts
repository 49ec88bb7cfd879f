import type { Readable } from 'node:stream';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { AppError } from '../app-error.ts';
import type { Log } from '../log.ts';
import { asAppRole } from './database.ts';

/** Exports do not take connections from requests; more than these at once are asked to come again. */
const MAX_CONCURRENT_EXPORTS = 4;

export const EXPORT_PATIENCE = {
  /** From the first row to the last, at the pace of a reader on a slow line. */
  longestMs: 30 * 60_000,
  /** A reader who takes nothing of what is ready for this long has gone; buffers on the way hide one who is only slow. */
  stalledMs: 3 * 60_000,
};

/** The driver keeps its socket to itself; it alone tells whether anything moves. */
interface Wire {
  readonly bytesRead: number;
  destroy(): void;
}
const wireOf = (client: pg.Client): Wire =>
  (client as unknown as { connection: { stream: Wire } }).connection.stream;

/** Runs a query as PostgreSQL's own CSV, piece by piece, at the reader's pace. One at a time for each person. */
export class CsvExports {
  readonly #url: string;
  readonly #log: Log;
  readonly #patience: typeof EXPORT_PATIENCE;
  readonly #running = new Set<string>();

  constructor(ownerUrl: string, log: Log, patience = EXPORT_PATIENCE) {
    this.#url = asAppRole(ownerUrl);
    this.#log = log;
    this.#patience = patience;
  }

  async start(userId: string, query: CompiledQuery): Promise<Readable> {
    if (this.#running.has(userId)) throw new AppError('EXPORT_RUNNING');
    if (this.#running.size >= MAX_CONCURRENT_EXPORTS)
      throw new AppError('OVERLOADED', { retryAfterSeconds: 30 });
    this.#running.add(userId);
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'lading-export',
      statement_timeout: this.#patience.longestMs,
    });
    // Cut in the middle, as a reader who leaves does, it says so here; what the reader gets is told by the stream.
    client.on('error', () => {});
    try {
      await client.connect();
      const copy = client.query(
        copyTo(`COPY (${withValues(query)}) TO STDOUT WITH (FORMAT csv, HEADER true, ENCODING 'UTF8')`),
      );
      this.#watch(copy, client, userId);
      return copy;
    } catch (error) {
      this.#running.delete(userId);
      await client.end().catch(() => {});
      throw error;
    }
  }

  /** Lets go of the connection when the last byte was taken, when the reader left or stopped, and when the query failed. */
  #watch(copy: Readable, client: pg.Client, userId: string): void {
    const wire = wireOf(client);
    let seen = -1;
    const stalled = setInterval(() => {
      if (wire.bytesRead === seen && copy.readableLength > 0)
        copy.destroy(new Error('the reader of an export stopped'));
      seen = wire.bytesRead;
    }, this.#patience.stalledMs);
    stalled.unref();
    copy.on('error', (error) => {
      // The connection that is cut on close says so too.
      if (!copy.closed) this.#log.warn({ err: error, userId }, 'an export failed');
      // An error of the query leaves the stream as it was, and the reader waiting.
      copy.destroy(error);
    });
    copy.once('close', () => {
      clearInterval(stalled);
      this.#running.delete(userId);
      if (copy.readableEnded) {
        client.end().catch(() => {});
        return;
      }
      this.#log.info({ userId, err: copy.errored }, 'an export was not read to its end');
      // It may have rows to give for minutes; cut, it ends on the server too.
      wire.destroy();
    });
  }
}

/** COPY takes no parameters, so each value is written into the statement as a literal, by the driver's own rules. */
function withValues({ sql, parameters }: CompiledQuery): string {
  return sql.replace(/\$(\d+)/g, (_, number) => literal(parameters[Number(number) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error(`a value of an export cannot be written: ${typeof value}`);
}
