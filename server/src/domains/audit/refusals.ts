import type { Role } from '@lading/contract/constants.ts';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Origin } from './audit.events.ts';
import { recordEvent } from './record-event.ts';

const WINDOW_MS = minutes(10);
/** Of all strangers together, so that calling from ever new addresses cannot fill the record either. */
const MAX_ANONYMOUS = 200;
/** A client's refusals are as many as there are routes; this bounds the memory for all of them. */
const MAX_REMEMBERED = 20_000;

export interface Refusal extends Origin {
  /** Null for somebody who is not signed in. */
  userId: string | null;
  role: Role | null;
  method: string;
  path: string;
  error?: string;
}

/** Records who was refused what, once in ten minutes for each caller, method and route. */
export class Refusals {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #noted = new Set<string>();
  #strangers = 0;
  #windowEnds = new Date(0);

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async note({ userId, role, method, path, error, ...origin }: Refusal): Promise<void> {
    const key = JSON.stringify([userId ?? origin.ip, method, path]);
    if (!this.#isNew(key, userId === null)) return;
    await recordEvent(this.#db, this.#clock, origin, {
      type: 'ACCESS_DENIED',
      status: 'error',
      userId,
      userRole: role,
      details: { method, path, ...(error ? { error } : {}) },
    });
  }

  #isNew(key: string, isStranger: boolean): boolean {
    const now = this.#clock.now();
    if (now >= this.#windowEnds || this.#noted.size >= MAX_REMEMBERED) {
      this.#noted.clear();
      this.#strangers = 0;
      this.#windowEnds = later(now, WINDOW_MS);
    }
    if (this.#noted.has(key) || (isStranger && this.#strangers >= MAX_ANONYMOUS)) return false;
    this.#noted.add(key);
    if (isStranger) this.#strangers += 1;
    return true;
  }
}
