import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '../src/config.ts';
import { appUrlOf } from './database-server.ts';
import { type ProgramBundle, warmBundle } from './program-bundle.ts';
import { type RunningLading, runLading } from './run-lading.ts';

/** Long, because some failpoints are reached late on a busy machine. */
const CRASHES_WITHIN_MS = 180_000;
const POLL_MS = 20;

interface ProcessOptions {
  role?: Role;
  /** In addition to the settings of every test. */
  env?: Record<string, string>;
}

let bundle: Promise<ProgramBundle> | undefined;

/** A process of the program that tests kill and start again. Callers of `address` wait while it is down. */
export class RestartableProcess {
  /** Milliseconds from the start command to ready, per start. */
  readonly startsMs: number[] = [];
  readonly #dataDir: string;
  readonly #env: Record<string, string>;
  readonly #role: Role;
  #running: RunningLading | null = null;
  #log = '';
  #retired = false;

  constructor(dataDir: string, ownerUrl: string, { role = 'both', env = {} }: ProcessOptions = {}) {
    this.#dataDir = dataDir;
    this.#role = role;
    this.#env = {
      DATABASE_URL: appUrlOf(ownerUrl),
      DATABASE_OWNER_URL: ownerUrl,
      NODE_ENV: 'test',
      LADING_FAST_TIMINGS: 'on',
      // Test databases are already migrated, and checking that takes a tenth of the start time.
      LADING_MIGRATE: 'off',
      ...env,
    };
  }

  /** Null while it is down. */
  get url(): string | null {
    return this.#running?.url ?? null;
  }

  get isRetired(): boolean {
    return this.#retired;
  }

  /** Null while it is down. */
  get pid(): number | null {
    return this.#running?.process.pid ?? null;
  }

  /** The output of all its runs. */
  get log(): string {
    return this.#log + (this.#running?.output() ?? '');
  }

  readonly address = inTurn([this]);

  /** False when a failpoint killed it before it was ready, or when it is retired. */
  async start(failpoints?: string): Promise<boolean> {
    if (this.#retired) return false;
    bundle ??= warmBundle((cold) => this.#startAndStop(cold));
    const program = await bundle;
    const begun = performance.now();
    try {
      const env = failpoints === undefined ? this.#env : { ...this.#env, FAILPOINTS: failpoints };
      this.#running = await runLading(this.#dataDir, env, this.#role, program);
    } catch (error) {
      if (!String(error).includes('reached ')) throw error;
      this.#log += String(error);
      return false;
    }
    this.startsMs.push(Math.round(performance.now() - begun));
    // Retired while it was starting.
    if (this.#retired) await this.end('SIGKILL');
    return true;
  }

  async #startAndStop(program: ProgramBundle): Promise<void> {
    // A server does not process anything, so it leaves no trace in the data of a test.
    const running = await runLading(this.#dataDir, this.#env, 'server', program);
    await running.end('SIGINT');
  }

  /** Starts it with a failpoint and waits until the failpoint kills it. False if the failpoint was never reached. */
  async crashAt(failpoint: string, isOver: () => boolean = () => false): Promise<boolean> {
    if (!(await this.start(failpoint))) return true;
    const givesUpAt = performance.now() + CRASHES_WITHIN_MS;
    while (this.#running?.process.signalCode !== 'SIGKILL') {
      if (isOver() || performance.now() > givesUpAt) {
        await this.end('SIGTERM');
        return false;
      }
      await sleep(POLL_MS);
    }
    await this.end('SIGKILL');
    return true;
  }

  /** For SIGSTOP and SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    this.#running?.process.kill(signal);
  }

  /** Returns the exit code or the signal that ended it; null when it was not running. */
  async end(signal: NodeJS.Signals): Promise<number | string | null> {
    const running = this.#running;
    this.#running = null;
    if (!running) return null;
    const { exitCode, signalCode } = running.process;
    // A process that has already exited emits no second exit event.
    const ended = exitCode ?? signalCode ?? (await running.end(signal));
    this.#log += running.output();
    return ended;
  }

  /** Kills it and rejects later starts and waiting callers. */
  async retire(): Promise<void> {
    this.#retired = true;
    await this.end('SIGKILL');
  }

  /** How often the program passed each failpoint so far. */
  hits(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [, name = ''] of this.log.matchAll(/^reached ([\w-]+)$/gm))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }
}

/** The address of the next process, or if that one is down, of the first one that is up. */
export function inTurn(processes: readonly RestartableProcess[]): () => Promise<string> {
  let turn = 0;
  return async () => {
    turn = (turn + 1) % processes.length;
    const order = [...processes.slice(turn), ...processes.slice(0, turn)];
    for (;;) {
      const url = order.find((lading) => lading.url !== null)?.url;
      if (url) return url;
      if (processes.every((lading) => lading.isRetired)) throw new Error('All processes were retired');
      await sleep(POLL_MS);
    }
  };
}
