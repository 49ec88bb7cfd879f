-- rolling: yes
-- outside a transaction
-- Uploaded rows whose tax IDs are not encrypted yet. Normally empty.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bulk_rows_plain_tax_ids ON bulk_rows (batch_id, number)
  WHERE (jsonb_typeof(cells -> 'sender_tax_id') = 'string' AND cells ->> 'sender_tax_id' <> '')
     OR (jsonb_typeof(cells -> 'recipient_tax_id') = 'string' AND cells ->> 'recipient_tax_id' <> '');
