import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { buildApp } from '../src/app.ts';
import { type Composition, compose } from '../src/compose.ts';
import { type Config, readConfig } from '../src/config.ts';
import { Passwords } from '../src/domains/identity/passwords.ts';
import { SessionCache } from '../src/domains/identity/session-cache.ts';
import { type Clock, later } from '../src/platform/clock.ts';
import { keepOperatorCalendar } from '../src/platform/db/operator-calendar.ts';
import { Jobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { TestGateway } from '../src/providers/payments/test-gateway/test-gateway.ts';
import { createTestDatabase } from './test-database.ts';

export class ManualClock implements Clock {
  #now = new Date('2026-11-16T09:00:00.000Z');
  now = () => this.#now;
  advance(milliseconds: number) {
    this.#now = later(this.#now, milliseconds);
  }
}

export interface TestApp {
  app: FastifyInstance;
  deps: Composition['deps'];
  clock: ManualClock;
  config: Config;
  ownerUrl: string;
  appUrl: string;
  /** All log lines so far, at trace level. */
  logText(): string;
  /** Emails in the outbox, all or to one recipient. */
  mails(to?: string): string[];
  /** Resolves when the application has received every event of the test gateway. They arrive in the background. */
  paymentEvents(): Promise<void>;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Starts the recurring work. Most tests call the tasks themselves. */
  startSweeping(): void;
  close(): Promise<void>;
}

/** The least work that argon2 accepts. Most tests need a password, but no hash that resists attackers. */
const CHEAP_HASHING = { memoryCost: 8, timeCost: 1, parallelism: 1 };

interface TestAppOptions {
  /** Hashes passwords as in production. */
  fullHashing?: boolean;
}

export const PUBLIC_URL = 'https://labels.example.com';

/**
 * The whole application on its own database (or DATABASE_URL), with a manual clock and cheap password hashes. The
 * rest is as in production.
 */
export async function buildTestApp(
  settings: Record<string, string> = {},
  /** Wraps providers with faults before anything uses them. */
  injectFaults: (deps: Composition['deps']) => void = () => {},
  { fullHashing = false }: TestAppOptions = {},
): Promise<TestApp> {
  const database = settings.DATABASE_URL
    ? {
        ownerUrl: settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL,
        appUrl: settings.DATABASE_URL,
        drop: async () => {},
      }
    : await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-app-'));
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL,
    LADING_RATE_LIMITS: 'off',
    LADING_WEB: 'off',
    LADING_DEMO: 'off',
    LADING_DATA_DIR: dataDir,
    ...settings,
  });
  if (config.timeZone !== 'UTC') await keepOperatorCalendar(database.ownerUrl, config.timeZone);
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });

  const log = createLog('trace', sink);
  const clock = new ManualClock();
  const composition = await compose(config, database.appUrl, log, () => PUBLIC_URL, clock);
  if (!fullHashing) composition.deps.passwords = new Passwords(undefined, undefined, CHEAP_HASHING);
  // Tests also change accounts in the database, without a request.
  composition.deps.sessionCache = new SessionCache(0);
  // Tests change timings, and other files in this worker use the same constants.
  composition.deps.timings = { ...composition.deps.timings };
  const { paymentProvider, jobs } = composition.deps;
  injectFaults(composition.deps);
  if (jobs instanceof Jobs) startAtFirstJob(jobs);
  await composition.startJobs();
  const app = await buildApp(config, composition.deps);
  const outbox = join(dataDir, 'outbox');
  return {
    app,
    deps: composition.deps,
    clock,
    config,
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    logText: () => lines.join(''),
    mails: (to = '') =>
      existsSync(outbox)
        ? readdirSync(outbox)
            .filter((file) => file.endsWith('.eml'))
            .map((file) => readFileSync(join(outbox, file), 'utf8'))
            .filter((mail) => mail.includes(`\nTo: ${to}`))
        : [],
    paymentEvents: async () => {
      if (paymentProvider instanceof TestGateway) await paymentProvider.idle();
    },
    inject: (options) => app.inject(options),
    startSweeping: () => composition.startSweeping(),
    close: async () => {
      await app.close();
      await composition.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Many tests enqueue nothing, and starting a dozen queues costs as much as the rest of the application. */
function startAtFirstJob(jobs: Jobs): void {
  const { start, enqueue } = Jobs.prototype;
  let handlers: Parameters<Jobs['start']>[0] = [];
  let starting: Promise<void> | undefined;
  jobs.start = async (given) => {
    // Scheduled jobs run by the time of the machine, beside any test.
    handlers = given.filter(({ kind }) => kind.schedule === undefined);
  };
  jobs.enqueue = async (...job) => {
    starting ??= start.call(jobs, handlers);
    await starting;
    return enqueue.apply(jobs, job as Parameters<typeof enqueue>);
  };
}
