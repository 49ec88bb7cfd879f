-- rolling: yes
-- outside a transaction
-- For the retention period of names and addresses.
CREATE INDEX CONCURRENTLY IF NOT EXISTS shipments_to_anonymize ON shipments (created_at)
  WHERE addresses_erased_at IS NULL AND state IN ('delivered', 'returned', 'voided', 'refunded');
