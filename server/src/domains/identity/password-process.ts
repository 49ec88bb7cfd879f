import { type ChildProcess, fork } from 'node:child_process';
import { minutes } from '../../platform/clock.ts';

export interface PasswordTask {
  password: string;
  work: { stored: string } | { memoryCost: number; timeCost: number; parallelism: number };
}

type Result = { id: number; value: string | boolean } | { id: number; error: string };

interface Running extends PasswordTask {
  resolve(value: string | boolean): void;
  reject(error: Error): void;
  /** How many processes have ended during this task. */
  losses: number;
}

export const MAX_PARALLEL = 4;
const IDLE_MS = minutes(2);
/** A task that ends the process each time must not be tried forever. */
const MAX_LOSSES = 2;

/**
 * A process that only hashes passwords. Unlike a thread, it has a scheduling group of its own, so its low priority
 * also counts against the database and other programs. It starts with the first task, ends when there was none for
 * a while, and ends with this process.
 */
class PasswordProcess {
  readonly #running = new Map<number, Running>();
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  run(task: PasswordTask): Promise<string | boolean> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const running = { ...task, resolve, reject, losses: 0 };
      this.#running.set(this.#lastId, running);
      this.#send(this.#lastId, running);
    });
  }

  #send(id: number, { password, work }: PasswordTask): void {
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    this.#child.ref();
    this.#child.channel?.ref();
    // A message to a process that has ended is lost; `#ended` sends it again.
    this.#child.send({ id, password, work }, () => {});
  }

  #start(): ChildProcess {
    const child = fork(new URL('./password-process.mjs', import.meta.url), {
      execArgv: ['--max-old-space-size=16', '--max-semi-space-size=1', '--v8-pool-size=1'],
      // Not the settings of the server: this process needs no secrets.
      env: { UV_THREADPOOL_SIZE: String(MAX_PARALLEL) },
      // Its own session: see password-process.mjs.
      detached: process.platform === 'linux',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (result: Result) => this.#finish(result));
    child.once('error', () => this.#ended(child));
    child.once('exit', () => this.#ended(child));
    return child;
  }

  #finish(result: Result): void {
    const task = this.#running.get(result.id);
    if (!task) return;
    this.#running.delete(result.id);
    if (this.#running.size === 0) this.#rest();
    if ('error' in result) task.reject(new Error(result.error));
    else task.resolve(result.value);
  }

  /** Allows the server to exit while this process is idle. */
  #rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#idle = setTimeout(() => {
      const child = this.#child;
      this.#child = null;
      child?.disconnect();
    }, IDLE_MS).unref();
  }

  /** Hashing has no side effects, so what was in progress runs again on a new process. */
  #ended(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = null;
    for (const [id, task] of this.#running) {
      task.losses += 1;
      if (task.losses <= MAX_LOSSES) this.#send(id, task);
      else {
        this.#running.delete(id);
        task.reject(new Error('The password-hashing process exited repeatedly'));
      }
    }
  }
}

/** Shared by everything in this process. */
export const passwordProcess = new PasswordProcess();
