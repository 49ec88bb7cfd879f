import { sql } from 'kysely';
import type { TestApp } from './build-test-app.ts';

/** Everything that belongs to a client or to money. Keys of requests and the audit record may grow with a refusal. */
const TABLES = [
  'quote_requests',
  'quotes',
  'payments',
  'payment_quotes',
  'payment_events',
  'shipments',
  'allocations',
  'purchase_attempts',
  'shipment_labels',
  'refunds',
  'ledger_transactions',
  'ledger_entries',
  'transitions',
  'client_profiles',
  'client_pricing',
  'saved_addresses',
  'saved_parcels',
  'sandbox.carrier_purchases',
  'sandbox.gateway_intents',
  'sandbox.gateway_refunds',
];

/** Rows of each table and a digest of what is in them: equal before and after means that nothing changed. */
export async function booksSnapshot({ deps }: TestApp): Promise<Record<string, string>> {
  const snapshot: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ state: string }>`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS state
      FROM ${sql.table(table)} t`.execute(deps.db);
    snapshot[table] = rows[0]?.state ?? '';
  }
  return snapshot;
}
