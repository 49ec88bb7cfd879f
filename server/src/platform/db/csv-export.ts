import type { Readable } from 'node:stream';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { AppError } from '../app-error.ts';
import type { Log } from '../log.ts';

/** Exports use their own connections, not those of requests. */
const MAX_CONCURRENT_EXPORTS = 4;

const EXPORT_LIMITS = {
  /** Enough for the whole export over a slow connection. */
  maxMs: 30 * 60_000,
  /** A client that reads nothing for this long is considered disconnected. */
  stalledMs: 3 * 60_000,
};

/** The driver's private socket, the only way to see whether data is flowing. */
interface Wire {
  readonly bytesRead: number;
  destroy(): void;
}
const wireOf = (client: pg.Client): Wire =>
  (client as unknown as { connection: { stream: Wire } }).connection.stream;

/** Streams a query as CSV with PostgreSQL's COPY, at the reader's pace. One export at a time per user. */
export class CsvExports {
  readonly #url: string;
  readonly #log: Log;
  readonly #limits: typeof EXPORT_LIMITS;
  readonly #running = new Set<string>();

  constructor(url: string, log: Log, limits = EXPORT_LIMITS) {
    this.#url = url;
    this.#log = log;
    this.#limits = limits;
  }

  async start(userId: string, query: CompiledQuery): Promise<Readable> {
    if (this.#running.has(userId)) throw new AppError('EXPORT_RUNNING');
    if (this.#running.size >= MAX_CONCURRENT_EXPORTS)
      throw new AppError('OVERLOADED', { retryAfterSeconds: 30 });
    this.#running.add(userId);
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'lading-export',
      statement_timeout: this.#limits.maxMs,
    });
    // A destroyed connection emits an error here. The reader gets its error from the stream.
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

  /**
   * Closes the connection when the export is complete, the reader disconnected or stalled, or the query
   * failed.
   */
  #watch(copy: Readable, client: pg.Client, userId: string): void {
    const wire = wireOf(client);
    let seen = -1;
    const stalled = setInterval(() => {
      if (wire.bytesRead === seen && copy.readableLength > 0)
        copy.destroy(new Error('the export download stalled'));
      seen = wire.bytesRead;
    }, this.#limits.stalledMs);
    stalled.unref();
    copy.on('error', (error) => {
      // Destroying the connection on close causes an error too.
      if (!copy.closed) this.#log.warn({ event: 'export.failed', err: error, userId }, 'Export failed');
      // A failed query does not end the stream, so the reader would wait forever.
      copy.destroy(error);
    });
    copy.once('close', () => {
      clearInterval(stalled);
      this.#running.delete(userId);
      if (copy.readableEnded) {
        client.end().catch(() => {});
        return;
      }
      this.#log.info(
        { event: 'export.aborted', userId, err: copy.errored },
        'Export download was not completed',
      );
      // The query could run for minutes; closing the socket ends it on the server too.
      wire.destroy();
    });
  }
}

/** COPY takes no parameters, so every value becomes a literal, escaped by the driver. */
export function withValues({ sql, parameters }: CompiledQuery): string {
  return sql.replace(/\$(\d+)/g, (_, number) => literal(parameters[Number(number) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error(`cannot write a value of type ${typeof value} into an export`);
}
