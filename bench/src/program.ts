import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** The admin. Signing in often ends its older sessions. */
export const ACCOUNT = { email: 'admin@lading.example', password: 'a long bench password' };

const CLIENT = { email: 'client@lading.example', password: 'a long client password' };

export interface Program {
  url: string;
  pid: number;
  token: string;
  stop(): Promise<void>;
}

/** The real program in a process of its own with a client signed in, so that the bench does not share its event loop. */
export async function startProgram(settings: Record<string, string> = {}): Promise<Program> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-bench-'));
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LADING_DATA_DIR: dataDir,
      LADING_WEB: 'off',
      LADING_DEMO: 'off',
      LOG_LEVEL: 'fatal',
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
      // Each measured request claims its own IP address, so that only an attacker meets the limit per address.
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

/** Milliseconds of processor time, which do not depend on what else the machine does. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

let calls = 0;

/** How long a request takes, from a new IP address each time. */
export async function timedCall(url: string, headers: Record<string, string> = {}): Promise<number> {
  calls += 1;
  const address = `10.0.${(calls >> 8) & 255}.${calls & 255}`;
  const begun = performance.now();
  const answer = await fetch(url, { headers: { ...headers, 'x-forwarded-for': address } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - begun;
}
