import type { Database } from '../db/database.ts';
import { noteAlive, noteGone } from '../db/instances.ts';
import type { Log } from '../log.ts';
import { Repeater } from './repeater.ts';

const EVERY_MS = 5_000;

/** Reports every few seconds that this process is alive, so that others leave its work alone. */
export class Heartbeat {
  readonly #db: Database;
  readonly #repeater: Repeater;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#repeater = new Repeater(EVERY_MS, log, () => noteAlive(db));
  }

  start(): void {
    this.#repeater.start();
  }

  /** Call this last: from now on, others continue the work that is left. */
  async stop(): Promise<void> {
    await this.#repeater.stop();
    await noteGone(this.#db).catch(() => {});
  }
}
