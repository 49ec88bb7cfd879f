import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

/** The rules of orders and their parcels. */
export const ORDER_INVARIANTS: Record<string, Invariant> = {
  'I22 no piece of an order is in two parcels, and the status of an order follows from its labels': ({
    now,
    maxInProgressMs,
  }) => sql`
    SELECT o.id::text AS object_id, 'item ' || used.item_id || ': ' || used.pieces || ' units in parcels, '
           || greatest(used.ordered, now.quantity, 0) || ' ordered' AS detail
    FROM (
      -- The store may reduce an order after its label, so the order of that time counts too.
      SELECT i.order_id, i.item_id, sum(i.quantity) AS pieces, max(i.ordered) AS ordered
      FROM order_parcel_items i JOIN order_parcels p ON p.id = i.parcel_id
      WHERE p.state IN ('planned', 'in_batch', 'bought')
      GROUP BY i.order_id, i.item_id
    ) used
    JOIN orders o ON o.id = used.order_id
    LEFT JOIN LATERAL (
      SELECT (item ->> 'quantity')::int AS quantity FROM jsonb_array_elements(o.items) item WHERE item ->> 'externalId' = used.item_id LIMIT 1
    ) now ON true
    WHERE used.pieces > greatest(used.ordered, now.quantity, 0)
    UNION ALL
    SELECT p.id::text, 'parcel with the label of another client'
    FROM order_parcels p JOIN shipments s ON s.id = p.shipment_id
    WHERE s.user_id <> p.user_id
    UNION ALL
    SELECT o.id::text, 'shipped without a label'
    FROM orders o
    WHERE o.status = 'shipped'
      AND NOT EXISTS (SELECT FROM order_parcel_items i JOIN order_parcels p ON p.id = i.parcel_id WHERE i.order_id = o.id AND p.state = 'bought')
    UNION ALL
    SELECT o.id::text, 'in progress without a batch'
    FROM orders o
    WHERE o.status = 'in_progress'
      AND NOT EXISTS (SELECT FROM order_parcel_items i JOIN order_parcels p ON p.id = i.parcel_id WHERE i.order_id = o.id AND p.state = 'in_batch')
    UNION ALL
    SELECT p.id::text, 'the label of its row is not recorded'
    FROM order_parcels p
    JOIN bulk_rows r ON r.batch_id = p.batch_id AND r.number = p.row_number
    JOIN bulk_batches b ON b.id = p.batch_id
    WHERE p.state IN ('in_batch', 'released') AND r.status = 'label_generated'
      AND b.updated_at < ${new Date(now.getTime() - maxInProgressMs)}`,
};
