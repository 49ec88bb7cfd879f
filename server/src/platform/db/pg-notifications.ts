import pg from 'pg';
import type { Log } from '../log.ts';
import { CuttableSockets } from './cuttable-sockets.ts';
import { asAppRole } from './database.ts';

const AGAIN_MS = 1_000;
const CONNECT_WITHIN_MS = 5_000;
const LEAVE_WITHIN_MS = 2_000;

/** What other processes tell through the database, heard over one connection of its own. */
export class PgNotifications {
  readonly #url: string;
  readonly #log: Log;
  readonly #sockets = new CuttableSockets();
  readonly #listeners = new Map<string, Set<(message: string | null) => void>>();
  #client: pg.Client | null = null;
  #connecting: Promise<void> | null = null;
  #again: NodeJS.Timeout | undefined;
  #closed = false;
  #toldOfLoss = false;

  constructor(ownerUrl: string, log: Log) {
    this.#url = asAppRole(ownerUrl);
    this.#log = log;
  }

  /** Calls with every message of a channel, and with null when some may have been missed. Returns how to end it. */
  listen(channel: string, listener: (message: string | null) => void): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(channel, listeners);
    if (listeners.size === 1) void this.#subscribe(channel);
    return () => listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#again);
    await this.#connecting?.catch(() => {});
    if (this.#client) await this.#sockets.leave(this.#client.end(), LEAVE_WITHIN_MS);
  }

  async #subscribe(channel: string): Promise<void> {
    try {
      await this.#connect();
      await this.#client?.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      this.#toldOfLoss = false;
    } catch (error) {
      this.#lost(error);
    }
  }

  #connect(): Promise<void> {
    if (this.#client || this.#closed) return Promise.resolve();
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'lading-notifications',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      stream: this.#sockets.stream,
    });
    client.on('error', (error) => this.#lost(error));
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''));
    await client.connect();
    this.#client = client;
  }

  #lost(error: unknown): void {
    if (this.#closed) return;
    // Once, however long the database is away.
    if (!this.#toldOfLoss)
      this.#log.warn({ err: error }, 'the connection for news was lost; it is opened again');
    this.#toldOfLoss = true;
    void this.#client?.end().catch(() => {});
    this.#client = null;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      for (const channel of this.#listeners.keys())
        void this.#subscribe(channel).then(() => this.#tell(channel, null));
    }, AGAIN_MS);
    this.#again.unref();
  }

  #tell(channel: string, message: string | null): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(message);
  }
}
