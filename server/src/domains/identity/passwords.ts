import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../platform/app-error.ts';
import { newSecret } from '../../platform/ids.ts';

/** argon2id with OWASP's minimum; `algorithm` is the number the library gives to argon2id. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;
const QUEUE_LIMIT = 50;

/**
 * Hashing costs 19 MiB and a core for some 20 ms. A storm of sign-ins may use as many at once as there are cores; the next
 * fifty wait, and whoever comes after them is told to come back, so that everything else stays answerable.
 */
export class Passwords {
  readonly #slots: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Stands in for the hash of an account that does not exist, so that both answers take the same time. */
  readonly #nobody: Promise<string>;

  constructor(slots = availableParallelism()) {
    this.#slots = slots;
    this.#nobody = hash(newSecret(), PARAMETERS);
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, PARAMETERS));
  }

  async matches(password: string, stored: string | null): Promise<boolean> {
    const against = stored ?? (await this.#nobody);
    const matches = await this.#inTurn(() => verify(against, password));
    return matches && stored !== null;
  }

  isOutdated(stored: string): boolean {
    return !stored.startsWith(CURRENT);
  }

  state(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
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
