import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerUser } from '../../server/src/platform/db/server-user.ts';

/** A command that runs on a machine as a user without rights. Null: as the current user. */
export function asUser(enter: readonly string[], user: ServerUser | null, command: string[]): string[] {
  const become = user
    ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--']
    : [];
  return [...enter, ...become, ...command];
}

const ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };

/** Starts a program that writes its output to a file. */
export function startProgram(command: readonly string[], logFile: string): ChildProcess {
  const [program = '', ...args] = command;
  const log = openSync(logFile, 'a');
  const child = spawn(program, args, { stdio: ['ignore', log, log], env: ENV, cwd: '/' });
  closeSync(log);
  child.on('error', (error) => appendFileSync(logFile, `${error.message}\n`));
  return child;
}

/** Runs a program to its end and returns its output. */
export async function runProgram(command: readonly string[]): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: ENV, cwd: '/' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}`);
  return output;
}

export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

export async function waitUntil(
  what: string,
  isSo: () => Promise<boolean>,
  withinMs = 120_000,
): Promise<void> {
  const givesUpAt = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > givesUpAt)
      throw new Error(`Timed out after ${withinMs / 1000} s waiting until ${what}`);
    await sleep(200);
  }
}

export const isListening = async (host: string, port: number): Promise<boolean> => {
  const socket = createConnection(port, host);
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
};
