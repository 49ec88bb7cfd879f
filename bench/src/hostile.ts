import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ATTACKS, type Attack } from './attacker.ts';
import { median, percentile } from './harness.ts';
import { cpuOf, memoryOf, type Program, startProgram, timedCall } from './program.ts';

/** All attacks together last a minute. They alternate with quiet, so that other programs affect both alike. */
const ROUNDS = 5;
const WINDOW_MS = 3_000;
/** For a minute of each attack. */
export const MINUTE_WINDOW_MS = 60_000 / ROUNDS;
const SAMPLE_EVERY_MS = 30;

interface Sample {
  healthP95: number;
  readP95: number;
  megabytes: number;
  /** Processor time of the server. */
  cpu: number;
}

async function sample({ url, token, pid }: Program, windowMs: number): Promise<Sample> {
  const health: number[] = [];
  const reads: number[] = [];
  let megabytes = 0;
  const cpu = cpuOf(pid);
  const end = performance.now() + windowMs;
  while (performance.now() < end) {
    health.push(await timedCall(`${url}/healthz`));
    reads.push(await timedCall(`${url}/api/auth/verify`, { authorization: `Bearer ${token}` }));
    megabytes = Math.max(megabytes, memoryOf(pid));
    await sleep(SAMPLE_EVERY_MS);
  }
  return {
    healthP95: percentile(health, 0.95),
    readP95: percentile(reads, 0.95),
    megabytes,
    cpu: cpuOf(pid) - cpu,
  };
}

async function under(
  attack: Attack,
  program: Program,
  windowMs: number,
  answers: Record<string, number>,
): Promise<Sample> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), {
    workerData: { port: Number(new URL(program.url).port), attack },
  });
  const measured = await sample(program, windowMs);
  worker.postMessage('stop');
  const [counts] = (await once(worker, 'message')) as [Record<string, number>];
  for (const [status, count] of Object.entries(counts)) answers[status] = (answers[status] ?? 0) + count;
  return measured;
}

/** H1: one connection without a token that sends hostile requests, and its effect on everyone else. */
export async function benchHostile(windowMs = WINDOW_MS): Promise<void> {
  const program = await startProgram();
  try {
    await sample(program, windowMs);
    for (const attack of ATTACKS) {
      const answers: Record<string, number> = {};
      const rounds: { quiet: Sample; attacked: Sample }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const quiet = await sample(program, windowMs);
        rounds.push({ quiet, attacked: await under(attack, program, windowMs, answers) });
      }
      const ratio = (field: keyof Sample) => {
        const ratios = rounds.map(({ quiet, attacked }) => attacked[field] / Math.max(1, quiet[field]));
        return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
      };
      const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
      console.log(
        `H1   ${attack.padEnd(10)} p95 ÷ quiet: /healthz ${ratio('healthP95')}, signed-in read ${ratio('readP95')} (aim ≤ 2); memory ${ratio('megabytes')} (aim ≤ 1.3); processor time ${ratio('cpu')}; answers: ${counts.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`,
      );
    }
  } finally {
    await program.stop();
  }
}
