import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 10_000;

export interface Program {
  /** What the pattern matched in the program's output. Null without a pattern. */
  ready: RegExpExecArray | null;
  stop: () => Promise<void>;
}

export const newHome = () => mkdtempSync(join(tmpdir(), 'lading-browser-'));
/** A browser may still write files while it exits. */
export const removeHome = (home: string) =>
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** Starts a program and waits until its output matches `ready`, unless that is null. */
export async function startProgram(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: RegExp | null,
): Promise<Program> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  try {
    return { ready: ready && (await firstMatch(child, exit, ready)), stop: () => stop(child, exit) };
  } catch (error) {
    await stop(child, exit);
    throw new Error(`${command} did not start: ${(error as Error).message}`);
  }
}

function firstMatch(child: ChildProcess, exit: Promise<void>, ready: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  let output = '';
  const timer = setTimeout(() => reject(new Error(`it was not ready in time.\n${output}`)), START_LIMIT_MS);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const match = ready.exec(output);
      if (match) resolve(match);
    });
  }
  void exit.then(() => reject(new Error(`it exited.\n${output}`)));
  return promise.finally(() => clearTimeout(timer));
}

async function stop(child: ChildProcess, exit: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exit;
  clearTimeout(timer);
}
