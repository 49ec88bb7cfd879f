import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { isDatabaseAway } from './read-only.ts';

type PrimaryState = 'here' | 'read-only' | 'away';

/** Longer than a new connection takes on a machine that is only busy. */
const LOOK_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 500;
/** A machine that is merely overloaded answers one of two; cutting its connections would make things worse. */
const SILENCES = 2;

/**
 * Remembers whether the primary takes work, so that requests need not find out one by one, each holding on to a connection. Whoever meets
 * trouble says so; then it is looked at, over a connection of its own, until it is well again.
 */
export class PrimaryWatch {
  readonly #url: string;
  readonly #log: Log;
  readonly #onAway: () => void;
  readonly #lookWithinMs: number;
  readonly #closing = new AbortController();
  #state: PrimaryState = 'here';
  #looking: Promise<void> | null = null;

  constructor(url: string, log: Log, onAway: () => void, lookWithinMs = LOOK_WITHIN_MS) {
    this.#url = url;
    this.#log = log;
    this.#onAway = onAway;
    this.#lookWithinMs = lookWithinMs;
  }

  get state(): PrimaryState {
    return this.#state;
  }

  suspect(): void {
    if (this.#closing.signal.aborted) return;
    this.#looking ??= this.#lookUntilWell().finally(() => {
      this.#looking = null;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#looking;
  }

  async #lookUntilWell(): Promise<void> {
    const { signal } = this.#closing;
    for (let silences = 0; !signal.aborted; ) {
      const seen = await this.#look();
      silences = seen === 'silent' ? silences + 1 : 0;
      if (seen !== 'silent') this.#become(seen);
      else if (silences >= SILENCES) this.#become('away');
      if (seen === 'here') return;
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  #become(state: PrimaryState): void {
    if (state === this.#state) return;
    this.#state = state;
    if (state === 'here') this.#log.info('the database is back');
    else this.#log.error({ state }, 'the database takes no writes; reads go on where they can');
    if (state === 'away') this.#onAway();
  }

  async #look(): Promise<PrimaryState | 'silent'> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'lading-watch',
      connectionTimeoutMillis: this.#lookWithinMs,
      query_timeout: this.#lookWithinMs,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query("SELECT current_setting('transaction_read_only') AS read_only");
      return rows[0].read_only === 'on' ? 'read-only' : 'here';
    } catch (error) {
      // One that answers, and be it that it has too many connections, is not away.
      if (error instanceof pg.DatabaseError && !isDatabaseAway(error)) return 'here';
      return (error as NodeJS.ErrnoException).code === undefined ? 'silent' : 'away';
    } finally {
      // Towards a machine that is silent, even saying goodbye would wait.
      void client.end().catch(() => {});
    }
  }
}
