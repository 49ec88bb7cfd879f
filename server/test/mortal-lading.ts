import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '../src/config.ts';
import { type RunningLading, runLading } from './run-lading.ts';

const DIES_WITHIN_MS = 60_000;

export interface MortalOptions {
  role?: Role;
  /** Settings besides those of every test. */
  env?: Record<string, string>;
}

/** The program on one database, to be killed and started again; whoever knows its address waits while it is away. */
export class MortalLading {
  /** Milliseconds from the start command to ready, per start. */
  readonly startsMs: number[] = [];
  readonly #dataDir: string;
  readonly #env: Record<string, string>;
  readonly #role: Role;
  #running: RunningLading | null = null;
  #log = '';
  #retired = false;

  constructor(dataDir: string, databaseUrl: string, { role = 'both', env = {} }: MortalOptions = {}) {
    this.#dataDir = dataDir;
    this.#role = role;
    this.#env = {
      DATABASE_URL: databaseUrl,
      NODE_ENV: 'test',
      LADING_FAST_TIMINGS: 'on',
      ...env,
    };
  }

  /** Null while it is away. */
  get pid(): number | null {
    return this.#running?.process.pid ?? null;
  }

  /** Everything that it has said, in all its lives. */
  get log(): string {
    return this.#log + (this.#running?.output() ?? '');
  }

  readonly address = async (): Promise<string> => {
    while (!this.#running) {
      if (this.#retired) throw new Error('it is gone for good');
      await sleep(20);
    }
    return this.#running.url;
  };

  /** False when it was killed by a failpoint before it was ready, or is gone for good. */
  async start(failpoints?: string): Promise<boolean> {
    if (this.#retired) return false;
    const begun = performance.now();
    try {
      const env = failpoints === undefined ? this.#env : { ...this.#env, FAILPOINTS: failpoints };
      this.#running = await runLading(this.#dataDir, env, this.#role);
    } catch (error) {
      if (!String(error).includes('reached ')) throw error;
      this.#log += String(error);
      return false;
    }
    this.startsMs.push(Math.round(performance.now() - begun));
    // Whoever wanted it back came too late.
    if (this.#retired) await this.end('SIGKILL');
    return true;
  }

  /** Starts it with a failpoint and waits until that has killed it; false when it was never hit. */
  async dieAt(failpoint: string, isOver: () => boolean = () => false): Promise<boolean> {
    if (!(await this.start(failpoint))) return true;
    const givesUpAt = performance.now() + DIES_WITHIN_MS;
    while (this.#running?.process.signalCode !== 'SIGKILL') {
      if (isOver() || performance.now() > givesUpAt) {
        await this.end('SIGTERM');
        return false;
      }
      await sleep(20);
    }
    await this.end('SIGKILL');
    return true;
  }

  /** Stops its world or lets it go on (SIGSTOP, SIGCONT). */
  signal(signal: NodeJS.Signals): void {
    this.#running?.process.kill(signal);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (!running) return;
    // One that is dead already has no second exit to wait for.
    if (running.process.exitCode === null && running.process.signalCode === null) await running.end(signal);
    this.#log += running.output();
  }

  /** Killed for good, also for those who are about to start it again and for those who wait for it. */
  async retire(): Promise<void> {
    this.#retired = true;
    await this.end('SIGKILL');
  }

  /** How often each failpoint was passed so far. */
  hits(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [, name = ''] of this.log.matchAll(/^reached (\w+)$/gm))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }
}
