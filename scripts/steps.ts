import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');
export const BIN = resolve(ROOT, 'node_modules/.bin');

export interface ToolRun {
  succeeded: boolean;
  /** Empty when the tool wrote straight to the terminal. */
  output: string;
}

interface ToolOptions {
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

const WORKSPACES = ['.', 'contract', 'server', 'web', 'e2e', 'bench'];

export async function checkTypes(options: ToolOptions = {}): Promise<ToolRun> {
  const runs: ToolRun[] = [];
  for (const workspace of WORKSPACES) runs.push(await runTool('tsc', ['--project', workspace], options));
  return {
    succeeded: runs.every(({ succeeded }) => succeeded),
    output: runs.map(({ output }) => output).join(''),
  };
}

export const checkLint = (options: ToolOptions = {}): Promise<ToolRun> =>
  runTool('biome', ['ci', '.'], options);
