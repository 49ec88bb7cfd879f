import { sql } from 'kysely';
import type { Database } from '../../src/platform/db/database.ts';
import { SITE_SECRETS } from './production-site.ts';

/** Checks that every label belongs to its shipment: the double prints the tracking number in plain text. */
export async function findWrongLabels(db: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    SELECT 'shipment ' || s.id || ' does not have the label of its tracking number' AS what FROM shipments s
    LEFT JOIN shipment_labels l ON l.shipment_id = s.id
    WHERE s.purchased_at IS NOT NULL
      AND (l.bytes IS NULL OR position(convert_to(s.tracking_number, 'UTF8') IN l.bytes) = 0)`.execute(db);
  return rows.map(({ what }) => what);
}

const SECRETS = [
  ...Object.values(SITE_SECRETS),
  /\b(?:4242|4000)\d{12}\b/,
  /a long password/,
  /_secret_[0-9a-zA-Z]{8}/,
  /Bearer [\w-]{20}/,
].map((secret) => (typeof secret === 'string' ? new RegExp(secret) : secret));

/** Checks that no secret and no card number is in the log. */
export const findLeakedSecrets = (log: string): string[] =>
  SECRETS.filter((secret) => secret.test(log)).map((secret) => `The log contains ${secret.source}`);
