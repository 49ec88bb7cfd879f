import pg from 'pg';
import { Passwords } from '../domains/identity/passwords.ts';
import { newSecret } from '../platform/ids.ts';
import { BLANK_LABEL, SEED_FACTS } from './seed-facts.ts';
import { DRAWING, QUEUE_RECORDS, REBUILD_TOTALS, WRITING } from './seed-statements.ts';

export interface SeedSize {
  shipments: number;
  /** At least; every movement of money has its records in any case. */
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
];
const SEAL_BATCH_SIZE = 20_000;

/**
 * Invents clients and two years of their trade, all of it or nothing. What triggers and foreign keys would do one row at a time is done
 * for all rows together, and indexes are made anew at the end, which takes a fraction of the time.
 */
export async function seedDatabase(
  ownerUrl: string,
  size: SeedSize,
  now: Date,
  tell: (what: string, milliseconds: number) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'lading-seed' });
  await client.connect();
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    tell(what, performance.now() - begun);
  };
  try {
    await client.query('BEGIN');
    await client.query(`
      SET LOCAL session_replication_role = replica;
      SET LOCAL maintenance_work_mem = '512MB';
      SET LOCAL work_mem = '256MB';
      SET LOCAL temp_buffers = '256MB'`);
    await keepWhatIsGiven(client, size, now);
    for (const [what, statement] of DRAWING) await timed(what, () => client.query(statement));
    const indexes = await dropIndexes(client);
    for (const [what, statement] of WRITING) await timed(what, () => client.query(statement));
    await timed('indexes', async () => {
      for (const definition of indexes) await client.query(definition);
    });
    await timed('totals', () => client.query(REBUILD_TOTALS));
    await timed('the end of the transaction', async () => {
      await client.query(QUEUE_RECORDS);
      await client.query('COMMIT');
    });
    // In transactions of their own: what one has sealed, the next need not step over. A sweep does what a kill leaves.
    await timed('seals', () => seal(client));
    await timed('statistics', () => client.query(`VACUUM (ANALYZE) ${TABLES.join(', ')}`));
  } finally {
    await client.end();
  }
}

async function keepWhatIsGiven(client: pg.Client, size: SeedSize, now: Date): Promise<void> {
  // The same sizes give the same trade each time, except for ids.
  await client.query('SELECT setseed(0.618)');
  await client.query(`
    CREATE TEMP TABLE seed_given (shipments int, audit_logs int, clients int, now timestamptz, facts jsonb, password_hash text, label bytea)
    ON COMMIT DROP`);
  // Nobody is meant to sign in as one of them.
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

/** Those that only make reading quick; gives what makes them again. */
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
