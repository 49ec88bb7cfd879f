import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JournalEntry } from '../doubles/double-server.ts';

const RUN_DOUBLE = resolve(import.meta.dirname, '../doubles/run-double.ts');
const READY = /double is ready at (http:\/\/\S+)/;

/** A double in a separate process that is never killed, so its journal is reliable. */
export class DoubleProcess {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #journalFile: string;

  private constructor(url: string, process: ChildProcess, journalFile: string) {
    this.url = url;
    this.#process = process;
    this.#journalFile = journalFile;
  }

  static async start(
    which: 'shippo' | 'stripe',
    journalFile: string,
    options: object,
  ): Promise<DoubleProcess> {
    const args = [RUN_DOUBLE, which, '--journal', journalFile, '--options', JSON.stringify(options)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    const url = await new Promise<string>((ready, fail) => {
      child.stdout.on('data', (chunk) => {
        output += chunk;
        const found = READY.exec(output)?.[1];
        if (found) ready(found);
      });
      child.once('exit', () => fail(new Error(`The ${which} double did not start: ${output}`)));
    });
    return new DoubleProcess(url, child, journalFile);
  }

  journal(): JournalEntry[] {
    let text = '';
    try {
      text = readFileSync(this.#journalFile, 'utf8');
    } catch {
      // The file exists only after the first entry.
    }
    const lines = text.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as JournalEntry);
  }

  /** The number of calls by kind. */
  async calls(): Promise<Record<string, number>> {
    return (await fetch(`${this.url}/double/calls`)).json() as Promise<Record<string, number>>;
  }

  async control(method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> {
    const answer = await fetch(`${this.url}/double/${path}`, { method, body: JSON.stringify(body) });
    return answer.json();
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}
