import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildTestApp, type TestApp } from '../test/build-test-app.ts';
import { makeUser } from '../test/factories.ts';
import { requireOperatorCalendar } from './platform/db/operator-calendar.ts';
import { newId } from './platform/ids.ts';
import { backupStartedAt, markBackup, refuseUnreconciled } from './restored-backup.ts';

let test: TestApp;
let dataDir: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-restored-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  markBackup(dataDir, test.clock.now());
});

const providers = (live: boolean) => ({ live }) as Parameters<typeof refuseUnreconciled>[0]['providers'];
const builtIn = () => ({ ...test.deps });
const external = () => ({
  ...test.deps,
  paymentProvider: { ...test.deps.paymentProvider, records: test.deps.paymentProvider.records ?? true },
});
const start = (live: boolean, deps: object) =>
  refuseUnreconciled(
    { dataDir, providers: providers(live) },
    deps as Parameters<typeof refuseUnreconciled>[1],
  );
const isBackup = () => backupStartedAt(dataDir) !== null;
const REFUSED = 'run "npm run reconcile" first';

async function addLivePayment(): Promise<void> {
  const { id } = await makeUser(test);
  const payment = newId();
  await sql`
    INSERT INTO payments (id, user_id, provider, intent_id, amount_cents, description, created_at)
    VALUES (${payment}, ${id}, 'stripe', ${payment}, 1000, '', now())`.execute(test.deps.db);
}

describe('a restored backup', { shuffle: false }, () => {
  it('must be reconciled if a provider may know more, and is in use otherwise', async () => {
    await expect(start(false, external())).rejects.toThrow(REFUSED);
    expect(isBackup()).toBe(true);
    await start(false, builtIn());
    expect(isBackup()).toBe(false);
  });

  it('with real payments can be tried out, and must be reconciled before it is used with live keys', async () => {
    await addLivePayment();
    for (const deps of [builtIn(), external()]) await start(false, deps);
    expect(isBackup()).toBe(true);
    await expect(start(true, external())).rejects.toThrow(REFUSED);
  });
});

it('a process that does not migrate refuses another time zone than the one of the totals', async () => {
  await requireOperatorCalendar(test.appUrl, 'UTC');
  await expect(requireOperatorCalendar(test.appUrl, 'America/New_York')).rejects.toThrow(
    'TIME_ZONE is America/New_York, but the database keeps its days in UTC.',
  );
});
