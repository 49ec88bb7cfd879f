import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { type BenchApp, compare, median, postJson, type Ratio, report, secondsOf } from './harness.ts';

const WINDOW_MS = 4000;
/** Below the number of failures that closes an account to unknown addresses. */
const SAMPLES = 90;

const logIn = (app: BenchApp, email: string, password: string) =>
  postJson(`${app.url}/api/auth/login`, { email, password });

async function mustLogIn(app: BenchApp): Promise<void> {
  const answer = await logIn(app, app.email, app.password);
  if (answer.status !== 200) throw new Error(`a sign-in returned ${answer.status}`);
  await answer.text();
}

/** Runs the work in several parallel loops and returns calls per second. */
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

/** L4: many sign-ins compared with the bare hash function. */
export async function benchLogins(app: BenchApp): Promise<void> {
  const cores = availableParallelism();
  const stored = await hash(app.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const throughput = await compare(
    3,
    () => ratePerSecond(cores * 2, () => mustLogIn(app)),
    () => ratePerSecond(cores, () => verify(stored, app.password)),
  );
  report('L4   sign-ins/s ÷ bare argon2id checks/s', throughput, '≥ 0.80');
}

/** AU04: whether response times reveal that an email address is registered. */
export async function benchEnumeration(app: BenchApp): Promise<void> {
  const signIn = (email: string) => logIn(app, email, 'a wrong password');
  const forgot = (email: string) => postJson(`${app.url}/api/auth/forgot-password`, { email });
  report(
    'AU04 refused sign-in, median time known ÷ unknown address',
    await knownAgainstUnknown(app, signIn),
    '0.95–1.05',
  );
  report(
    'AU04 reset request, median time known ÷ unknown address',
    await knownAgainstUnknown(app, forgot),
    '0.95–1.05',
  );
}

/** Alternates the order and waits between calls, so that the order does not affect the result. */
async function knownAgainstUnknown(
  app: BenchApp,
  call: (email: string) => Promise<Response>,
): Promise<Ratio> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < SAMPLES; round += 1) {
    const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const email = kind === 'known' ? app.email : `nobody${round}@nowhere.example`;
      await sleep(60);
      times[kind].push(await secondsOf(async () => (await call(email)).text()));
    }
  }
  const ratio = median(times.known) / median(times.unknown);
  return { ratio, from: ratio, to: ratio };
}
