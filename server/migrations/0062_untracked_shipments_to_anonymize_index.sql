-- rolling: yes
-- outside a transaction
-- For the retention period of parcels whose tracking ended before they were delivered.
CREATE INDEX CONCURRENTLY IF NOT EXISTS shipments_untracked_to_anonymize ON shipments (created_at)
  WHERE addresses_erased_at IS NULL AND state IN ('purchased', 'in_transit') AND next_track_at IS NULL;
