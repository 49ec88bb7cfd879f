import { sql } from 'kysely';
import type { TestApp } from './build-test-app.ts';

/** All tables of client data and money. Idempotency keys and the audit log are left out, because a refusal may add to them. */
const TABLES = [
  'quote_requests',
  'quotes',
  'payments',
  'payment_quotes',
  'payment_events',
  'shipments',
  'allocations',
  'purchase_attempts',
  'shipment_documents',
  'shipment_labels',
  'refunds',
  'ledger_transactions',
  'ledger_entries',
  'transitions',
  'client_profiles',
  'client_pricing',
  'saved_addresses',
  'saved_parcels',
  'products',
  'sandbox.carrier_purchases',
  'sandbox.gateway_intents',
  'sandbox.gateway_refunds',
];

/** The row count and a digest of each table; if both are equal before and after, nothing changed. */
export async function ledgerSnapshot({ deps }: TestApp): Promise<Record<string, string>> {
  const snapshot: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ state: string }>`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS state
      FROM ${sql.table(table)} t`.execute(deps.db);
    snapshot[table] = rows[0]?.state ?? '';
  }
  return snapshot;
}
