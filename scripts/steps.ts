import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');
export const BIN = resolve(ROOT, 'node_modules/.bin');

/** Runs a tool of ours with its output passed through; the answer is whether it succeeded. */
export function runTool(tool: string, args: string[]): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(resolve(BIN, tool), args, { cwd: ROOT, stdio: 'inherit' });
    child.on('error', () => done(false));
    child.on('exit', (code) => done(code === 0));
  });
}

const WORKSPACES = ['.', 'contract', 'server', 'web', 'e2e', 'bench'];

export async function checkTypes(): Promise<boolean> {
  const results = [];
  for (const workspace of WORKSPACES) results.push(await runTool('tsc', ['--project', workspace]));
  return results.every(Boolean);
}

export const checkLint = () => runTool('biome', ['ci', '.']);
