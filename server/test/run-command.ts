import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programBundle } from './program-bundle.ts';

interface FinishedCommand {
  code: number;
  stdout: string;
  stderr: string;
}

interface CommandOptions {
  env: Record<string, string>;
  /** Typed by the person who runs it. */
  input?: string;
}

/** Runs a command such as `backup` to its end. */
export async function runCommand(
  name: string,
  args: string[],
  { env, input = '' }: CommandOptions,
  program?: { command(name: string): string; compiled: string },
): Promise<FinishedCommand> {
  const { command, compiled } = program ?? (await programBundle());
  const child = spawn(process.execPath, [command(name), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...env },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk;
  });
  // The command may exit without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, ...output };
}
