import type { Role } from '@lading/contract/constants.ts';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Origin } from './audit.events.ts';
import { recordEvent } from './record-event.ts';

const WINDOW_MS = minutes(10);
/** Records of callers without a session per window, so that calls from many addresses cannot fill the log. */
const MAX_ANONYMOUS = 200;
/** Limits memory use. One account can have as many entries as there are routes. */
const MAX_REMEMBERED = 20_000;

interface Refusal extends Origin {
  /** Null when the caller is not signed in. */
  userId: string | null;
  role: Role | null;
  method: string;
  path: string;
  error?: string;
}

/**
 * Records refused requests, once in ten minutes for each caller, event, method and route. One instance serves the whole
 * process, so that its limits apply to the whole process.
 */
export class Refusals {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #recorded = new Set<string>();
  #anonymous = 0;
  #windowEnds = new Date(0);

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async note(
    { userId, role, method, path, error, ...origin }: Refusal,
    type: 'ACCESS_DENIED' | 'RATE_LIMITED' = 'ACCESS_DENIED',
  ): Promise<void> {
    const key = JSON.stringify([type, userId ?? origin.ip, method, path]);
    if (!this.#isNew(key, userId === null)) return;
    try {
      await recordEvent(this.#db, this.#clock, origin, {
        type,
        status: 'error',
        userId,
        userRole: role,
        details: { method, path, ...(error ? { error } : {}) },
      });
    } catch (cause) {
      this.#forget(key, userId === null);
      throw cause;
    }
  }

  #isNew(key: string, isAnonymous: boolean): boolean {
    const now = this.#clock.now();
    if (now >= this.#windowEnds || this.#recorded.size >= MAX_REMEMBERED) {
      this.#recorded.clear();
      this.#anonymous = 0;
      this.#windowEnds = later(now, WINDOW_MS);
    }
    if (this.#recorded.has(key) || (isAnonymous && this.#anonymous >= MAX_ANONYMOUS)) return false;
    this.#recorded.add(key);
    if (isAnonymous) this.#anonymous += 1;
    return true;
  }

  /** Called when a record could not be written, so that the caller's next refusal is recorded instead. */
  #forget(key: string, isAnonymous: boolean): void {
    if (this.#recorded.delete(key) && isAnonymous) this.#anonymous -= 1;
  }
}
