import { CONNECTED_KINDS } from '@lading/contract/orders/order-sources.ts';
import { sql } from 'kysely';
import { literals } from '../../platform/db/literals.ts';
import { after, type Invariant } from './invariant.ts';

const CONNECTED = literals(CONNECTED_KINDS);

/** The rules for reporting shipments to shops. */
export const ORDER_REPORT_INVARIANTS: Record<string, Invariant> = {
  'I28 every shipped order is reported to its store': (scope) => sql`
    SELECT p.id::text AS object_id, 'no report for order ' || o.id AS detail
    FROM order_parcels p
    JOIN (SELECT DISTINCT parcel_id, order_id FROM order_parcel_items) i ON i.parcel_id = p.id
    JOIN orders o ON o.id = i.order_id
    JOIN order_sources s ON s.id = o.source_id
    WHERE p.state = 'bought' AND NOT p.is_voided AND p.updated_at > ${after(scope)} AND s.kind IN (${CONNECTED}) AND s.state <> 'disconnected'
      AND NOT EXISTS (SELECT FROM order_reports r WHERE r.parcel_id = p.id AND r.order_id = o.id AND r.source_id = s.id)
    UNION ALL
    SELECT r.id::text, 'reported without a reference' FROM order_reports r
    WHERE r.state = 'reported' AND r.reference IS NULL AND r.updated_at > ${after(scope)}
    UNION ALL
    SELECT r.id::text, r.state || ' without a claim for an hour' FROM order_reports r
    WHERE r.state IN ('reporting', 'withdrawing') AND coalesce(r.lease_until, '-infinity') < now() - interval '1 hour'`,
};
