import { setTimeout as sleep } from 'node:timers/promises';
import { dollarsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { BulkCustomer } from '../bulk-customer.ts';
import { BuyingCustomer, centsOf } from '../buying-customer.ts';
import { databaseUrl as databaseOn, onServer } from '../database-server.ts';
import { processFile } from '../kill-during-bulk.ts';
import { findMoneyFaults, waitForQuiet } from '../money-checks.ts';
import { type ReadJournals, withJournals } from '../provider-journals.ts';
import { randomFrom } from '../random-from.ts';
import { inTurn } from '../restartable-process.ts';
import { runCommand } from '../run-command.ts';
import { ShoppingCrowd, withdrawOffers } from '../shopping-crowd.ts';
import { OPERATOR, ProductionSite } from './production-site.ts';
import { rowsWithRefusals } from './survive-production.ts';

/** Large enough for a backup during the batch. */
const SLOW_LABELS = { slow: { share: 1, ms: 150 }, only: ['POST /transactions'] };

interface Drill {
  faults: string[];
  /** The output of the two runs of the command. */
  shown: string;
  settled: string;
  /** Labels of the batch that were bought after the backup. */
  labelsSince: number;
  quietAfterMs: number;
}

/**
 * F29: takes a backup during a batch by killing everything, continues, loses the data and restores the backup.
 * Everything Shippo and Stripe did since must end as a label of its client or as a refund.
 */
export async function restoreDrill(
  databaseUrl: string,
  { rows, rounds, seed, each }: { rows: number; rounds: number; seed: number; each?: number },
): Promise<Drill> {
  const random = randomFrom(seed);
  const site = await ProductionSite.start(databaseUrl, { shippo: { faults: SLOW_LABELS }, each });
  const { payByCard } = site;
  const address = inTurn(site.servers);
  const crowdOf = () =>
    new ShoppingCrowd(
      site.servers.map((server) => server.address),
      withdrawOffers(databaseUrl, 'offerId'),
      { payByCard },
    );
  const [crowd, lateCrowd] = [crowdOf(), crowdOf()];
  const bulk = new BulkCustomer(address, { name: 'bulk', lookAgainMs: 50, payByCard });
  const regretful = new BuyingCustomer(address, { name: 'regretful', careful: true, payByCard });
  const newcomer = new BuyingCustomer(address, { name: 'newcomer', careful: true, payByCard });
  const operator = new BuyingCustomer(address, { name: OPERATOR, careful: true });
  try {
    await Promise.all([crowd.signUp(), bulk.signUp(), regretful.signUp(), operator.logIn()]);
    await crowd.shopWhile((round) => round < rounds);
    const { rate, transactionId } = await buyOne(regretful);
    const file = processFile(bulk, rowsWithRefusals(rows), async () => {});
    const share = 0.1 + random() * 0.5;
    while (!isBuying(bulk, share)) await sleep(5);
    await Promise.all(site.processes.map((lading) => lading.end('SIGKILL')));
    const takenAt = new Date();
    await copyDatabase(databaseUrl, BACKUP);
    await Promise.all(site.processes.map((lading) => lading.start()));

    await file;
    const refund = { amount: dollarsOf(centsOf(rate)), reason: 'It was a mistake.', voidLabel: true };
    await operator.must('POST', API.adminRefund.replace(':id', transactionId), refund);
    await Promise.all([newcomer.signUp(), lateCrowd.signUp()]);
    await buyOne(newcomer);
    await lateCrowd.shopWhile((round) => round < rounds);
    const before = await withDatabase(databaseUrl, async (db) => {
      await waitForQuiet(db, site.journals);
      return labelsOf(db, bulk.batchId);
    });

    await Promise.all(site.processes.map((lading) => lading.end('SIGKILL')));
    await replaceDatabase(databaseUrl, BACKUP);
    const known = await withDatabase(databaseUrl, (db) => labelsOf(db, bulk.batchId));
    const since = ['--since', takenAt.toISOString()];
    const shown = await reconcile(site, since);
    const settled = await reconcile(site, [...since, '--refund']);
    await Promise.all(site.processes.map((lading) => lading.start()));
    return await withDatabase(databaseUrl, async (db) => {
      const journals = ofKnownPayments(site.journals);
      const quietAfterMs = await waitForQuiet(db, journals);
      await bulk.waitForLabels();
      const now = await labelsOf(db, bulk.batchId);
      const faults = [
        ...(await findMoneyFaults(db, journals)),
        ...(await findKeptMoney(db, site.journals)),
        ...(await crowd.findChangedAnswers()),
        ...[...before].filter((label) => !now.has(label)).map((label) => `the label ${label} is gone`),
        ...[...now].filter((label) => !before.has(label)).map((label) => `the label ${label} is new`),
        ...(await findStrayRows(db, bulk.batchId)),
        ...(shown.code === 1 ? [] : [`the command did not report the loss: ${shown.text}`]),
        ...(settled.code === 0 ? [] : [`the loss is not settled: ${settled.text}`]),
      ];
      const labelsSince = before.size - known.size;
      return { faults, shown: shown.text, settled: settled.text, labelsSince, quietAfterMs };
    });
  } finally {
    await site.close();
  }
}

const BACKUP = 'backup';
const LOST = 'lost';

async function buyOne(customer: BuyingCustomer) {
  const rate = await customer.chooseRate();
  await customer.pay(rate);
  const label = await customer.fetchLabel(rate);
  if (label?.labelStatus !== 'ready') throw new Error(`the label is ${label?.labelStatus}`);
  return { rate, transactionId: label.transactionId };
}

const isBuying = ({ progress }: BulkCustomer, share: number) =>
  progress.phase === 'labels' && progress.share >= share;

const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);
const onMaintenance = (databaseUrl: string, statement: string) =>
  onServer(databaseOn(databaseUrl, 'postgres'), statement);

/** Connections of killed processes can stay open for a short time. */
const freeDatabase = (databaseUrl: string) =>
  onMaintenance(
    databaseUrl,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${nameOf(databaseUrl)}'`,
  );

async function copyDatabase(databaseUrl: string, suffix: string): Promise<void> {
  const name = nameOf(databaseUrl);
  await freeDatabase(databaseUrl);
  await onMaintenance(databaseUrl, `CREATE DATABASE ${name}_${suffix} TEMPLATE ${name}`);
}

/** Keeps the lost data under another name until the test server stops. */
async function replaceDatabase(databaseUrl: string, suffix: string): Promise<void> {
  const name = nameOf(databaseUrl);
  await freeDatabase(databaseUrl);
  await onMaintenance(databaseUrl, `ALTER DATABASE ${name} RENAME TO ${name}_${LOST}`);
  await onMaintenance(databaseUrl, `ALTER DATABASE ${name}_${suffix} RENAME TO ${name}`);
}

export async function dropLost(databaseUrl: string): Promise<void> {
  await onMaintenance(databaseUrl, `DROP DATABASE IF EXISTS ${nameOf(databaseUrl)}_${LOST} WITH (FORCE)`);
}

async function withDatabase<T>(databaseUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(databaseUrl, createLog('error'), 2);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Row and tracking number of every label of the batch. */
async function labelsOf(db: Database, batchId: string): Promise<Set<string>> {
  const { rows } = await sql<{ label: string }>`
    SELECT r.number || ' ' || s.tracking_number AS label FROM bulk_rows r JOIN shipments s ON s.quote_id = ANY(r.offered)
    WHERE r.batch_id = ${batchId} AND s.purchased_at IS NOT NULL`.execute(db);
  return new Set(rows.map(({ label }) => label));
}

/** Rows without a reference to the label that was bought for them. */
async function findStrayRows(db: Database, batchId: string): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    SELECT 'row ' || r.number || ' is ' || r.status || ' but has a label' AS what
    FROM bulk_rows r JOIN shipments s ON s.quote_id = ANY(r.offered)
    WHERE r.batch_id = ${batchId} AND s.purchased_at IS NOT NULL
      AND (r.status <> 'label_generated' OR r.shipment_id IS DISTINCT FROM s.id)`.execute(db);
  return rows.map(({ what }) => what);
}

/** Leaves out payments after the backup, which are not in our data and have separate checks. */
const ofKnownPayments =
  (readJournals: ReadJournals): ReadJournals =>
  async () => {
    const { sold, charged, returned } = await readJournals();
    const known = sql`SELECT intent_id FROM payments`;
    return {
      sold,
      charged: sql`SELECT * FROM (${charged}) c WHERE intent_id IN (${known})`,
      returned: sql`SELECT * FROM (${returned}) r WHERE intent_id IN (${known})`,
    };
  };

/** Unknown payments that were not refunded in full. */
async function findKeptMoney(db: Database, readJournals: ReadJournals): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    ${withJournals(await readJournals())}
    SELECT kept || ' cents of the lost payment ' || intent_id || ' were not refunded' AS what FROM (
      SELECT c.intent_id, c.amount_cents - coalesce((SELECT sum(amount_cents) FROM returned r WHERE r.intent_id = c.intent_id), 0) AS kept
      FROM charged c WHERE c.intent_id NOT IN (SELECT intent_id FROM payments WHERE intent_id IS NOT NULL)) lost
    WHERE kept <> 0`.execute(db);
  return rows.map(({ what }) => what);
}

async function reconcile(site: ProductionSite, args: string[]): Promise<{ code: number; text: string }> {
  const env = { NODE_ENV: 'test', LADING_FAST_TIMINGS: 'on', ...site.env };
  const { code, stdout, stderr } = await runCommand('reconcile', args, { env });
  return { code, text: stdout + stderr };
}
