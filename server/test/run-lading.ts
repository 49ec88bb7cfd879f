import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Role } from '../src/config.ts';
import { type ProgramBundle, programBundle } from './program-bundle.ts';

/** Without a build, as the commands and `npm run dev` run it. */
export const SOURCES: ProgramBundle = {
  main: resolve(import.meta.dirname, '../src/main.ts'),
  command: (name) => resolve(import.meta.dirname, `../src/commands/${name}.ts`),
  compiled: resolve(import.meta.dirname, '../../node_modules/.cache/node'),
};
const READY = /Lading(?: worker)? is ready at (http:\/\/\S+)/;

export interface RunningLading {
  url: string;
  process: ChildProcess;
  output(): string;
  /** Sends the signal, waits for the exit and returns the exit code or the signal. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

/** Starts the program, by default the bundle. Resolves when it is ready, rejects with its output if it exits before that. */
export async function runLading(
  dataDir: string,
  env: Record<string, string> = {},
  role: Role = 'both',
  program?: ProgramBundle,
): Promise<RunningLading> {
  const child = await spawnLading(dataDir, env, role, program);
  let output = '';
  const ended = once(child, 'exit');
  const url = await new Promise<string>((ready, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = READY.exec(output)?.[1];
      if (found) ready(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void ended.then(() => fail(new Error(output)));
  });
  return {
    url,
    process: child,
    output: () => output,
    end: async (signal) => {
      child.kill(signal);
      const [code, endedBy] = await ended;
      return code ?? endedBy;
    },
  };
}

/** Only starts the program, for what happens before it is ready. */
export async function spawnLading(
  dataDir: string,
  env: Record<string, string> = {},
  role: Role = 'both',
  program?: ProgramBundle,
): Promise<ChildProcess> {
  const { main, compiled } = program ?? (await programBundle());
  return spawn(process.execPath, [main, role], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LADING_DATA_DIR: dataDir,
      LADING_WEB: 'off',
      LADING_DEMO: 'off',
      LADING_RATE_LIMITS: 'off',
      NODE_COMPILE_CACHE: compiled,
      ...env,
    },
  });
}
