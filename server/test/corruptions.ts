/** An invariant, what it must detect, and the statement with which a superuser causes it. */
export type Corruption = [invariant: string, what: string, statement: string];

export const ADJUSTMENT_CORRUPTIONS: Corruption[] = [
  ['I25', 'an adjustment of another amount', 'UPDATE adjustments SET billed_cents = billed_cents + 1'],
  [
    'I25',
    'a reversal that was not booked',
    'UPDATE adjustments SET reversed_cents = 1 WHERE client_cents > 0',
  ],
  [
    'I25',
    'a missing balance entry of an adjustment',
    `DELETE FROM balance_entries WHERE kind = 'adjustment'`,
  ],
  [
    'I25',
    'a booking without an adjustment',
    `INSERT INTO ledger_transactions (reason_key, recorded_at) VALUES ('adjustment:' || gen_random_uuid() || ':billed', now())`,
  ],
  [
    'I25',
    'a line of an invoice that was not booked',
    `UPDATE carrier_invoice_lines SET cents = cents + 1 WHERE kind = 'correction'`,
  ],
  [
    'I25',
    'a label that is credited for its void and by an invoice',
    `WITH gone AS (DELETE FROM adjustments WHERE reason = 'voided_after_credit' RETURNING id)
     DELETE FROM ledger_transactions t USING gone WHERE t.reason_key = 'adjustment:' || gone.id || ':billed'`,
  ],
];

export const ORDER_CORRUPTIONS: Corruption[] = [
  ['I22', 'a piece in two parcels', 'UPDATE order_parcel_items SET quantity = quantity + 1'],
  [
    'I22',
    "a parcel with another client's label",
    `UPDATE order_parcels SET user_id = (SELECT u.id FROM users u WHERE u.id <> order_parcels.user_id LIMIT 1)`,
  ],
  ['I22', 'a shipped order without a label', `UPDATE order_parcels SET state = 'voided'`],
  ['I22', 'an order in progress without a batch', `UPDATE orders SET status = 'in_progress'`],
  ['I22', 'a label that its parcel does not have', `UPDATE order_parcels SET state = 'in_batch'`],
];
