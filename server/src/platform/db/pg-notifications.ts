import pg from 'pg';
import type { Log } from '../log.ts';
import { CuttableSockets } from './cuttable-sockets.ts';

const RECONNECT_AFTER_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;
/** This connection never sends, and by default the system checks a silent one only after two hours. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** LISTEN/NOTIFY between processes, over one dedicated connection. */
export class PgNotifications {
  readonly #url: string;
  readonly #log: Log;
  readonly #sockets = new CuttableSockets();
  readonly #listeners = new Map<string, Set<(message: string | null) => void>>();
  #client: pg.Client | null = null;
  #connecting: Promise<void> | null = null;
  #reconnecting: NodeJS.Timeout | undefined;
  #closed = false;
  #isLossLogged = false;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  /**
   * Calls the listener with every message, and with null when messages may have been missed: at the start, until the
   * database listens, and after a lost connection. Returns a function that unsubscribes.
   */
  listen(channel: string, listener: (message: string | null) => void): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(channel, listeners);
    if (listeners.size === 1) void this.#subscribe(channel);
    return () => listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reconnecting);
    await this.#connecting?.catch(() => {});
    if (this.#client) await this.#sockets.endWithin(this.#client.end(), CLOSE_TIMEOUT_MS);
  }

  async #subscribe(channel: string): Promise<void> {
    try {
      await this.#connect();
      await this.#client?.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      this.#isLossLogged = false;
      // Earlier messages were missed.
      this.#notify(channel, null);
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
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      stream: this.#sockets.stream,
    });
    client.on('error', (error) => this.#lost(error));
    client.on('notification', ({ channel, payload }) => this.#notify(channel, payload ?? ''));
    await client.connect();
    this.#client = client;
  }

  #lost(error: unknown): void {
    if (this.#closed) return;
    if (!this.#isLossLogged)
      this.#log.warn(
        { event: 'database.notifications_lost', err: error },
        'Lost the connection for notifications; reconnecting',
      );
    this.#isLossLogged = true;
    void this.#client?.end().catch(() => {});
    this.#client = null;
    clearTimeout(this.#reconnecting);
    this.#reconnecting = setTimeout(() => {
      for (const channel of this.#listeners.keys()) void this.#subscribe(channel);
    }, RECONNECT_AFTER_MS);
    this.#reconnecting.unref();
  }

  #notify(channel: string, message: string | null): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(message);
  }
}
