import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '../..');

/** As in `npm start`. */
const FLAGS = ['--enable-source-maps', '--max-semi-space-size=4'];

async function start(dataDir: string): Promise<{ child: ChildProcess; seconds: number }> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...FLAGS, 'server/dist/main.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LADING_DATA_DIR: dataDir,
      LADING_WEB: 'off',
      NODE_COMPILE_CACHE: 'node_modules/.cache/node',
    },
  });
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (output.includes('Lading is ready')) break;
  }
  return { child, seconds: (performance.now() - begun) / 1000 };
}

/** Proportional memory of a process and its descendants: shared pages count once in the sum. */
function memoryOf(isCounted: (pid: number) => boolean): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isCounted(Number(name)));
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

const parentOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
};

const descendsFrom = (ancestor: number) => (pid: number) => {
  for (let current = pid; current > 1; current = parentOf(current)) if (current === ancestor) return true;
  return false;
};

/** Time to ready of a first and a second start without install and build, and the idle memory of program and database. */
export async function benchFootprint(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-footprint-'));
  const first = await start(dataDir);
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  const second = await start(dataDir);
  await sleep(5000);
  const pid = second.child.pid ?? 0;
  const app = memoryOf((candidate) => candidate === pid);
  const all = memoryOf(descendsFrom(pid));
  second.child.kill('SIGTERM');
  await once(second.child, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `Start to ready: first ${first.seconds.toFixed(2)} s with demo data, second ${second.seconds.toFixed(2)} s (aim 2 s with npm)`,
  );
  console.log(
    `Idle memory: app ${app.toFixed(0)} MB, database ${(all - app).toFixed(0)} MB, together ${all.toFixed(0)} MB (aim ≤ 170 MB)`,
  );
}
