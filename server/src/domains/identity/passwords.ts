import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../platform/app-error.ts';
import { newSecret } from '../../platform/ids.ts';

/** OWASP's minimum for argon2id, which is algorithm 2 in this library. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;
const QUEUE_LIMIT = 50;

/**
 * Hashing takes 19 MiB and a core for about 20 ms. At most one hash per core runs at a time, fifty more wait,
 * and further requests get OVERLOADED, so that a burst of logins does not block everything else.
 */
export class Passwords {
  readonly #slots: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Verified for unknown accounts, so that both cases take the same time. */
  readonly #decoy: Promise<string>;

  constructor(slots = availableParallelism()) {
    this.#slots = slots;
    this.#decoy = hash(newSecret(), PARAMETERS);
  }

  hash(password: string): Promise<string> {
    return this.#queued(() => hash(password, PARAMETERS));
  }

  async matches(password: string, stored: string | null): Promise<boolean> {
    const against = stored ?? (await this.#decoy);
    const matches = await this.#queued(() => verify(against, password));
    return matches && stored !== null;
  }

  isOutdated(stored: string): boolean {
    return !stored.startsWith(CURRENT);
  }

  state(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  async #queued<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#slots) {
      if (this.#waiting.length >= QUEUE_LIMIT) throw new AppError('OVERLOADED', { retryAfterSeconds: 2 });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
