import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { buildApp } from '../src/app.ts';
import { type Composition, compose } from '../src/compose.ts';
import { type Config, readConfig } from '../src/config.ts';
import { type Clock, later } from '../src/platform/clock.ts';
import { keepOperatorCalendar } from '../src/platform/db/operator-calendar.ts';
import { createLog } from '../src/platform/log.ts';
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
  /** All log lines so far, at trace level. */
  logText(): string;
  /** Emails in the outbox, all or to one recipient. */
  mails(to?: string): string[];
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export const PUBLIC_URL = 'https://labels.example.com';

/** The whole application on its own database (or DATABASE_URL) with a manual clock. The rest is as in production. */
export async function buildTestApp(
  settings: Record<string, string> = {},
  /** Wraps providers with faults before anything uses them. */
  disturb: (deps: Composition['deps']) => void = () => {},
): Promise<TestApp> {
  const database = settings.DATABASE_URL
    ? { ownerUrl: settings.DATABASE_URL, drop: async () => {} }
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
  const composition = await compose(config, database.ownerUrl, log, () => PUBLIC_URL, clock);
  disturb(composition.deps);
  await composition.startJobs();
  const app = await buildApp(config, composition.deps);
  const outbox = join(dataDir, 'outbox');
  return {
    app,
    deps: composition.deps,
    clock,
    config,
    ownerUrl: database.ownerUrl,
    logText: () => lines.join(''),
    mails: (to = '') =>
      existsSync(outbox)
        ? readdirSync(outbox)
            .filter((file) => file.endsWith('.eml'))
            .map((file) => readFileSync(join(outbox, file), 'utf8'))
            .filter((mail) => mail.includes(`\nTo: ${to}`))
        : [],
    inject: (options) => app.inject(options),
    close: async () => {
      await app.close();
      await composition.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
