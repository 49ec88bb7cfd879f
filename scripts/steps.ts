import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');
export const BIN = resolve(ROOT, 'node_modules/.bin');

export interface ToolRun {
  succeeded: boolean;
  /** Empty when the tool wrote straight to the terminal. */
  output: string;
}

export interface ToolOptions {
  env?: Record<string, string>;
  /** Collects the output, so that it does not mix with that of other tools. */
  quiet?: boolean;
}

export function runTool(
  tool: string,
  args: string[],
  { env = {}, quiet = false }: ToolOptions = {},
): Promise<ToolRun> {
  return new Promise((done) => {
    let output = '';
    const child = spawn(resolve(BIN, tool), args, {
      cwd: ROOT,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    child.on('error', (error) => done({ succeeded: false, output: error.message }));
    child.on('close', (code) => done({ succeeded: code === 0, output }));
  });
}

/** The root includes every workspace with its settings, so that what they share is checked once. */
const PROGRAMS = ['.', 'web', 'e2e'];
/** Each checker would check shared types again. One takes half the processor time of the default of four. */
const ONE_CHECKER = ['--checkers', '1'];

export async function checkTypes(options: ToolOptions = {}): Promise<ToolRun> {
  const runs: ToolRun[] = [];
  for (const program of PROGRAMS)
    runs.push(await runTool('tsc', ['--project', program, ...ONE_CHECKER], options));
  return {
    succeeded: runs.every(({ succeeded }) => succeeded),
    output: runs.map(({ output }) => output).join(''),
  };
}

export const checkLint = (options: ToolOptions = {}): Promise<ToolRun> =>
  runTool('biome', ['ci', '.'], options);
