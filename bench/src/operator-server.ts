import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import { findRunningServer } from '../../server/src/platform/db/embedded-postgres.ts';
import { postJson } from './harness.ts';
import { memoryOf, ROOT, startArguments } from './program.ts';

const ADMIN = { email: 'bench@lading.example', password: 'a long password' };

export interface SeededServer {
  rows: number;
  url: string;
  token: string;
  /** The database, under its owner. */
  ownerUrl: string;
  /** Memory of the program without its database, in MB. */
  memory(): number;
  close(): Promise<void>;
}

const environment = (dataDir: string) => ({
  PATH: process.env.PATH,
  LADING_DATA_DIR: dataDir,
  LADING_DEMO: 'off',
  LADING_WEB: 'off',
  LADING_RATE_LIMITS: 'off',
  PORT: '0',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
});

/** Lading as a separate process with the given number of generated shipments and audit records. Reuses a filled folder. */
export async function startSeeded(folder: string, rows: number): Promise<SeededServer> {
  const dataDir = join(folder, `lading-${rows}`);
  const filled = join(folder, `lading-${rows}.filled`);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(filled)) {
    await fill(dataDir, rows);
    writeFileSync(filled, '');
  }
  const child = spawn(process.execPath, startArguments(ROOT), {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(dataDir),
  });
  const url = await addressOf(child);
  const login = await postJson(`${url}${API.login}`, ADMIN);
  const { token } = (await login.json()) as { token: string };
  return {
    rows,
    url,
    token,
    ownerUrl: findRunningServer(dataDir)?.url('lading') ?? '',
    memory: () => memoryOf(child.pid ?? 0),
    close: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function fill(dataDir: string, rows: number): Promise<void> {
  console.log(`Filling ${dataDir}`);
  // Each shipment has two money records; the others are sign-ins and similar.
  const sizes = ['--shipments', rows, '--audit-logs', 2.5 * rows, '--clients', 2000].map(String);
  const child = spawn(process.execPath, ['server/src/commands/seed.ts', ...sizes], {
    cwd: ROOT,
    stdio: 'inherit',
    env: environment(dataDir),
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The seeding command exited with ${code}`);
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  for (;;) {
    const address = /Lading is ready at (\S+)\n/.exec(output)?.[1];
    if (address) return address;
    if (child.exitCode !== null) throw new Error(`Lading did not start:\n${output}`);
    await sleep(50);
  }
}
