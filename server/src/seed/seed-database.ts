import pg from 'pg';
import { Passwords } from '../domains/identity/passwords.ts';
import { newSecret } from '../platform/ids.ts';
import { BLANK_LABEL, SEED_FACTS } from './seed-facts.ts';
import { DRAWING, QUEUE_BOOKINGS, QUEUE_RECORDS, REBUILD_TOTALS, WRITING } from './seed-statements.ts';

interface SeedSize {
  shipments: number;
  /** A minimum: payments, labels and refunds always have their records. */
  auditLogs: number;
  clients: number;
}

const TABLES = [
  'users',
  'client_pricing',
  'quote_requests',
  'quotes',
  'payments',
  'shipments',
  'allocations',
  'purchase_attempts',
  'shipment_labels',
  'refunds',
  'ledger_transactions',
  'ledger_entries',
  'transitions',
  'audit_logs',
  'audit_unsealed',
  'audit_seals',
  'totals_by_day',
  'totals_by_client_day',
  'totals_by_client_month',
  'audit_totals_by_day',
  'audit_totals_by_user',
  'money_lines',
  'money_totals_by_day',
  'money_totals_by_client_day',
  'money_totals_by_client_month',
];
const SEAL_BATCH_SIZE = 20_000;
const FOLD_BATCH_SIZE = 50_000;

/**
 * Generates clients and two years of their shipments in one transaction. Triggers and foreign keys are off
 * and indexes are rebuilt at the end, which takes a fraction of the time.
 */
export async function seedDatabase(
  ownerUrl: string,
  size: SeedSize,
  now: Date,
  report: (step: string, milliseconds: number) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'lading-seed' });
  await client.connect();
  const timed = async (step: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    report(step, performance.now() - start);
  };
  try {
    await client.query('BEGIN');
    await client.query(`
      SET LOCAL session_replication_role = replica;
      SET LOCAL maintenance_work_mem = '512MB';
      SET LOCAL work_mem = '256MB';
      SET LOCAL temp_buffers = '256MB'`);
    await createInputTable(client, size, now);
    for (const [step, statement] of DRAWING) await timed(step, () => client.query(statement));
    const indexes = await dropIndexes(client);
    for (const [step, statement] of WRITING) await timed(step, () => client.query(statement));
    await timed('indexes', async () => {
      for (const definition of indexes) await client.query(definition);
    });
    await timed('totals', () => client.query(REBUILD_TOTALS));
    await timed('commit', async () => {
      await client.query(QUEUE_RECORDS);
      await client.query(QUEUE_BOOKINGS);
      await client.query('COMMIT');
    });
    // In separate transactions, so that each one starts where the last ended. After a crash, a sweep
    // continues.
    await timed('seals', () => seal(client));
    await timed('money', () => foldMoney(client));
    await timed('statistics', () => client.query(`VACUUM (ANALYZE) ${TABLES.join(', ')}`));
  } finally {
    await client.end();
  }
}

async function createInputTable(client: pg.Client, size: SeedSize, now: Date): Promise<void> {
  // The same sizes always give the same data, except for ids.
  await client.query('SELECT setseed(0.618)');
  await client.query(`
    CREATE TEMP TABLE seed_given (shipments int, audit_logs int, clients int, now timestamptz, facts jsonb, password_hash text, label bytea)
    ON COMMIT DROP`);
  // The generated clients have no known password.
  const passwordHash = await new Passwords().hash(newSecret());
  await client.query('INSERT INTO seed_given VALUES ($1, $2, $3, $4, $5, $6, $7)', [
    size.shipments,
    size.auditLogs,
    size.clients,
    now,
    JSON.stringify(SEED_FACTS),
    passwordHash,
    BLANK_LABEL,
  ]);
}

/** Drops all indexes that are not unique. Returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = ANY ($1::regclass[]) AND NOT indisunique`,
    [TABLES],
  );
  if (rows.length > 0) await client.query(`DROP INDEX ${rows.map(({ name }) => name).join(', ')}`);
  return rows.map(({ definition }) => definition);
}

async function seal(client: pg.Client): Promise<void> {
  for (let sealed = SEAL_BATCH_SIZE; sealed > 0; ) {
    const { rows } = await client.query<{ sealed: number }>('SELECT seal_audit_logs($1) AS sealed', [
      SEAL_BATCH_SIZE,
    ]);
    sealed = rows[0]?.sealed ?? 0;
  }
}

async function foldMoney(client: pg.Client): Promise<void> {
  for (let folded = FOLD_BATCH_SIZE; folded > 0; ) {
    const { rows } = await client.query<{ folded: number }>('SELECT fold_money($1) AS folded', [
      FOLD_BATCH_SIZE,
    ]);
    folded = rows[0]?.folded ?? 0;
  }
}
