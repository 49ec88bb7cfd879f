import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { type BenchApp, compare, median, percentile, postJson, report } from './harness.ts';

const WINDOW_MS = 4000;

const logIn = (app: BenchApp, email: string, password: string) =>
  postJson(`${app.url}/api/auth/login`, { email, password });

async function mustLogIn(app: BenchApp): Promise<void> {
  const answer = await logIn(app, app.email, app.password);
  if (answer.status !== 200) throw new Error(`a sign-in was answered with ${answer.status}`);
  await answer.text();
}

/** Calls the work from several loops at once for a while; the answer is calls per second. */
async function ratePerSecond(loops: number, work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + WINDOW_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: loops }, async () => {
      while (performance.now() < end) {
        await work();
        done += 1;
      }
    }),
  );
  return done / (WINDOW_MS / 1000);
}

async function timed(work: () => Promise<Response>): Promise<number> {
  const begun = performance.now();
  await (await work()).text();
  return performance.now() - begun;
}

/** L10: a storm of sign-ins against the bare hash function, and what it does to everybody else. */
export async function benchLogins(app: BenchApp): Promise<void> {
  const cores = availableParallelism();
  const stored = await hash(app.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const throughput = await compare(
    3,
    () => ratePerSecond(cores * 2, () => mustLogIn(app)),
    () => ratePerSecond(cores, () => verify(stored, app.password)),
  );
  report('L10  sign-ins/s ÷ bare argon2id checks/s', throughput, '≥ 0.80');

  const headers = { authorization: `Bearer ${app.token}` };
  const readP95 = async () => {
    const times: number[] = [];
    const end = performance.now() + WINDOW_MS;
    while (performance.now() < end)
      times.push(await timed(() => fetch(`${app.url}/api/auth/verify`, { headers })));
    return percentile(times, 0.95);
  };
  const bystanders = await compare(
    3,
    async () => {
      const [p95] = await Promise.all([readP95(), ratePerSecond(cores * 2, () => mustLogIn(app))]);
      return p95;
    },
    readP95,
  );
  report('L10  p95 of other requests during the storm ÷ quiet', bystanders, '≤ 2');
}

/** AU04: whether time tells a known address from an unknown one. */
export async function benchEnumeration(app: BenchApp): Promise<void> {
  // Below the number of failures that closes an account to unknown addresses.
  const samples = 90;
  const known: number[] = [];
  const unknown: number[] = [];
  const resetKnown: number[] = [];
  const resetUnknown: number[] = [];
  const forgot = (email: string) => postJson(`${app.url}/api/auth/forgot-password`, { email });
  for (let round = 0; round < samples; round += 1) {
    known.push(await timed(() => logIn(app, app.email, 'a wrong password')));
    unknown.push(await timed(() => logIn(app, `nobody${round}@nowhere.example`, 'a wrong password')));
    resetKnown.push(await timed(() => forgot(app.email)));
    resetUnknown.push(await timed(() => forgot(`nobody${round}@nowhere.example`)));
  }
  const asResult = (a: number[], b: number[]) => {
    const ratio = median(a) / median(b);
    return { ratio, from: ratio, to: ratio };
  };
  report('AU04 refused sign-in, median time known ÷ unknown address', asResult(known, unknown), '0.95–1.05');
  report(
    'AU04 reset request, median time known ÷ unknown address',
    asResult(resetKnown, resetUnknown),
    '0.95–1.05',
  );
}
