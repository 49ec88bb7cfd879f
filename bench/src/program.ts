import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
/** The admin. Frequent sign-ins end its older sessions. */
export const ACCOUNT = { email: 'admin@lading.example', password: 'a long bench password' };

const CLIENT = { email: 'client@lading.example', password: 'a long client password' };

export interface Program {
  url: string;
  pid: number;
  token: string;
  stop(): Promise<void>;
}

/** The arguments of Node in the `npm start` of a checkout. */
export function startArguments(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const command = /exec node (.+)$/.exec(scripts.start)?.[1];
  if (!command) throw new Error(`${checkout} has no start command`);
  return command.split(' ');
}

/** The real program in a process of its own with a client signed in, so that the bench does not share its event loop. */
export async function startProgram(
  settings: Record<string, string> = {},
  checkout: string = ROOT,
): Promise<Program> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-bench-'));
  const child = spawn(process.execPath, startArguments(checkout), {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LADING_DATA_DIR: dataDir,
      LADING_WEB: 'off',
      LADING_DEMO: 'off',
      LOG_LEVEL: 'fatal',
      NODE_COMPILE_CACHE: 'node_modules/.cache/node',
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
      // Each measured request claims its own IP address, so that only an attacker reaches the limit per address.
      TRUST_PROXY: '127.0.0.1',
      ...settings,
    },
  });
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await urlOf(child);
    await post(`${url}/api/auth/register`, { ...CLIENT, full_name: 'Bench Client' });
    const { token } = (await post(`${url}/api/auth/login`, CLIENT)) as { token: string };
    return { url, pid: child.pid ?? 0, token, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of stdout ?? []) {
    output += chunk;
    const url = /http:\/\/[^\s/]+:\d+/.exec(output)?.[0];
    if (url) return url;
  }
  throw new Error(`The server did not start: ${output}`);
}

export const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const statOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** Milliseconds of processor time, which do not depend on what else the machine does. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const parentOf = (pid: number): number => {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return 0;
  }
};

/** The process and all that it started: PostgreSQL's processes belong to the program. */
export function treeOf(ancestor: number): number[] {
  const isInside = (pid: number) => {
    for (let current = pid; current > 1; current = parentOf(current)) if (current === ancestor) return true;
    return false;
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isInside);
}

let calls = 0;

/** How long a request takes, from a new IP address each time. */
export async function timedCall(url: string, headers: Record<string, string> = {}): Promise<number> {
  calls += 1;
  const address = `10.0.${(calls >> 8) & 255}.${calls & 255}`;
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { ...headers, 'x-forwarded-for': address } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - startedAt;
}
