import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, startArguments, treeOf } from './program.ts';

async function start(checkout: string, dataDir: string): Promise<{ child: ChildProcess; seconds: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, startArguments(checkout), {
    cwd: checkout,
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
  return { child, seconds: (performance.now() - startedAt) / 1000 };
}

/** Proportional memory: pages that processes share count once in the sum. */
function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

interface Footprint {
  firstSeconds: number;
  secondSeconds: number;
  appMb: number;
  allMb: number;
}

/** Time to ready of a first and a second start without install and build, and the idle memory of program and database. */
export async function footprintOf(checkout: string): Promise<Footprint> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-footprint-'));
  const first = await start(checkout, dataDir);
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  const second = await start(checkout, dataDir);
  await sleep(5000);
  const pid = second.child.pid ?? 0;
  const appMb = memoryOf([pid]);
  const allMb = memoryOf(treeOf(pid));
  second.child.kill('SIGTERM');
  await once(second.child, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
  return { firstSeconds: first.seconds, secondSeconds: second.seconds, appMb, allMb };
}

export async function benchFootprint(): Promise<void> {
  const { firstSeconds, secondSeconds, appMb, allMb } = await footprintOf(ROOT);
  console.log(
    `Start to ready: first ${firstSeconds.toFixed(2)} s with demo data, second ${secondSeconds.toFixed(2)} s (aim 2 s with npm)`,
  );
  console.log(
    `Idle memory: app ${appMb.toFixed(0)} MB, database ${(allMb - appMb).toFixed(0)} MB, together ${allMb.toFixed(0)} MB (aim ≤ 170 MB)`,
  );
}
