import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { compare, percentile, report } from './harness.ts';
import { ACCOUNT, startProgram, timedCall } from './program.ts';

const ROUNDS = 7;
const WINDOW_MS = 3_000;
const READ_EVERY_MS = 5;
const LOGINS_PER_SECOND = 50;

/** L5: the effect of a storm of sign-ins on other requests. */
export async function benchLoginStorm(): Promise<void> {
  const program = await startProgram({ LADING_RATE_LIMITS: 'off' });
  const headers = { authorization: `Bearer ${program.token}` };
  const readP95 = async () => {
    const times: number[] = [];
    const end = performance.now() + WINDOW_MS;
    while (performance.now() < end) {
      times.push(await timedCall(`${program.url}/api/auth/verify`, headers));
      await sleep(READ_EVERY_MS);
    }
    return percentile(times, 0.95);
  };
  const storm = new Worker(new URL('./login-sender.ts', import.meta.url), {
    workerData: {
      url: `${program.url}/api/auth/login`,
      account: ACCOUNT,
      perSecond: LOGINS_PER_SECOND,
    },
  });
  let answers: Record<string, number> = {};
  const duringStorm = async () => {
    storm.postMessage('start');
    const p95 = await readP95();
    storm.postMessage('stop');
    [answers] = await once(storm, 'message');
    return p95;
  };
  try {
    await readP95();
    const bystanders = await compare(ROUNDS, duringStorm, readP95);
    report(`L5   p95 of other requests during ${LOGINS_PER_SECOND} sign-ins/s ÷ quiet`, bystanders, '≤ 2');
    const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    console.log(`     answers to the sign-ins: ${counts.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await storm.terminate();
    await program.stop();
  }
}
