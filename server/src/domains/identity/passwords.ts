import { availableParallelism } from 'node:os';
import { AppError } from '../../platform/app-error.ts';
import { newSecret } from '../../platform/ids.ts';
import { MAX_PARALLEL, type PasswordTask, passwordProcess } from './password-process.ts';

/** OWASP's minimum for argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Leaves one core for requests. More than four would only use more memory: four check a hundred passwords a second. */
const DEFAULT_SLOTS = Math.max(1, Math.min(MAX_PARALLEL, availableParallelism() - 1));
/**
 * A slot pauses after each login, so that hashing takes at most a third of its core. A kernel that lets a process run to the
 * end of its time slice would otherwise delay every other request, whatever the priorities.
 */
const REST_MS = 25;
/** For each kind of caller. */
const QUEUE_LIMIT = 50;
const MAX_WAIT_MS = 10_000;

/** Signed-in callers go first, and have their own places in the queue. */
type HashFor = 'signed-in' | 'anyone';

const overloaded = () => new AppError('OVERLOADED', { retryAfterSeconds: 2 });

/**
 * Hashing takes 19 MiB and a core for about 20 ms. It runs in a process with low priority; fifty more requests of
 * each kind wait for at most ten seconds, and all others get OVERLOADED, so that a burst of logins does not slow
 * down everything else.
 */
export class Passwords {
  readonly #slots: number;
  readonly #maxWaitMs: number;
  readonly #parameters: typeof PARAMETERS;
  readonly #waiting: Record<HashFor, (() => void)[]> = { 'signed-in': [], anyone: [] };
  #running = 0;
  /** Verified for unknown accounts, so that both cases take the same time. */
  #decoy: Promise<string> | undefined;

  constructor(slots = DEFAULT_SLOTS, maxWaitMs = MAX_WAIT_MS, parameters = PARAMETERS) {
    this.#slots = slots;
    this.#maxWaitMs = maxWaitMs;
    this.#parameters = parameters;
  }

  /** Throws OVERLOADED if a login would get no place in the queue. Call it before any work for the login. */
  requireRoom(): void {
    if (this.#waiting.anyone.length >= QUEUE_LIMIT) throw overloaded();
  }

  async hash(password: string, hashFor: HashFor = 'anyone'): Promise<string> {
    return (await this.#queued({ password, work: this.#parameters }, hashFor)) as string;
  }

  async matches(password: string, stored: string | null, hashFor: HashFor = 'anyone'): Promise<boolean> {
    // Made for known accounts, too: the first unknown one must not take longer.
    const decoy = this.#makeDecoy();
    const against = stored ?? (await decoy);
    const matches = await this.#queued({ password, work: { stored: against } }, hashFor);
    return matches === true && stored !== null;
  }

  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = this.#parameters;
    return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
  }

  state(): { running: number; waiting: number } {
    const { 'signed-in': signedIn, anyone } = this.#waiting;
    return { running: this.#running, waiting: signedIn.length + anyone.length };
  }

  #makeDecoy(): Promise<string> {
    if (this.#decoy) return this.#decoy;
    const decoy = passwordProcess.run({ password: newSecret(), work: this.#parameters }) as Promise<string>;
    this.#decoy = decoy;
    decoy.catch(() => {
      this.#decoy = undefined;
    });
    return decoy;
  }

  async #queued(task: PasswordTask, hashFor: HashFor): Promise<string | boolean> {
    if (this.#running >= this.#slots) await this.#turn(this.#waiting[hashFor]);
    else this.#running += 1;
    try {
      return await passwordProcess.run(task);
    } finally {
      if (hashFor === 'anyone') setTimeout(() => this.#handOver(), REST_MS).unref();
      else this.#handOver();
    }
  }

  #handOver(): void {
    const next = this.#waiting['signed-in'].shift() ?? this.#waiting.anyone.shift();
    if (next) next();
    else this.#running -= 1;
  }

  /** Resolves when another hash hands over its slot. */
  #turn(queue: (() => void)[]): Promise<void> {
    if (queue.length >= QUEUE_LIMIT) throw overloaded();
    return new Promise((resolve, reject) => {
      const take = () => {
        clearTimeout(tooLong);
        resolve();
      };
      const tooLong = setTimeout(() => {
        queue.splice(queue.indexOf(take), 1);
        reject(overloaded());
      }, this.#maxWaitMs);
      queue.push(take);
    });
  }
}
