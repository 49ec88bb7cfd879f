import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { isDatabaseUnavailable } from './read-only.ts';

type PrimaryState = 'available' | 'read-only' | 'unavailable';

/** Longer than a busy machine needs for a new connection. Until then, requests hang. */
const CHECK_TIMEOUT_MS = 2_000;
const CHECK_EVERY_MS = 500;
/**
 * An overloaded machine answers at least one of two checks; destroying its connections would make things
 * worse.
 */
const MAX_TIMEOUTS = 2;

/**
 * Tracks whether the primary is available, so that not every request has to find out by waiting for a
 * connection. After `suspect`, it checks the primary over its own connection until it is available again.
 */
export class PrimaryWatch {
  readonly #url: string;
  readonly #log: Log;
  readonly #onUnavailable: () => void;
  readonly #checkTimeoutMs: number;
  readonly #closing = new AbortController();
  #state: PrimaryState = 'available';
  #checking: Promise<void> | null = null;

  constructor(url: string, log: Log, onUnavailable: () => void, checkTimeoutMs = CHECK_TIMEOUT_MS) {
    this.#url = url;
    this.#log = log;
    this.#onUnavailable = onUnavailable;
    this.#checkTimeoutMs = checkTimeoutMs;
  }

  get state(): PrimaryState {
    return this.#state;
  }

  suspect(): void {
    if (this.#closing.signal.aborted) return;
    this.#checking ??= this.#checkUntilAvailable().finally(() => {
      this.#checking = null;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#checking;
  }

  async #checkUntilAvailable(): Promise<void> {
    const { signal } = this.#closing;
    for (let timeouts = 0; !signal.aborted; ) {
      const result = await this.#check();
      timeouts = result === 'timeout' ? timeouts + 1 : 0;
      if (result !== 'timeout') this.#become(result);
      else if (timeouts >= MAX_TIMEOUTS) this.#become('unavailable');
      if (result === 'available') return;
      if (result === 'timeout') continue;
      await sleep(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  #become(state: PrimaryState): void {
    if (state === this.#state) return;
    this.#state = state;
    if (state === 'available')
      this.#log.info({ event: 'database.available' }, 'The database is available again');
    else
      this.#log.error(
        { event: 'database.unavailable', state },
        state === 'read-only'
          ? 'The database is read-only; reads continue'
          : 'The database is unavailable; reads continue only with a replica',
      );
    if (state === 'unavailable') this.#onUnavailable();
  }

  async #check(): Promise<PrimaryState | 'timeout'> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'lading-watch',
      connectionTimeoutMillis: this.#checkTimeoutMs,
      query_timeout: this.#checkTimeoutMs,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query("SELECT current_setting('transaction_read_only') AS read_only");
      return rows[0].read_only === 'on' ? 'read-only' : 'available';
    } catch (error) {
      // Any answer, even "too many connections", means that the server is there.
      if (error instanceof pg.DatabaseError && !isDatabaseUnavailable(error)) return 'available';
      return (error as NodeJS.ErrnoException).code === undefined ? 'timeout' : 'unavailable';
    } finally {
      // Not awaited: an unreachable server would never confirm.
      void client.end().catch(() => {});
    }
  }
}
