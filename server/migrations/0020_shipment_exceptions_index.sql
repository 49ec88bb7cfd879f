-- rolling: yes
-- outside a transaction
-- The few shipments without a label, voided or returned. They are counted by reason and subtracted from the labels made.
CREATE INDEX CONCURRENTLY IF NOT EXISTS shipments_exceptions ON shipments (created_at) INCLUDE (state, purchased_at, user_id)
  WHERE purchased_at IS NULL OR state IN ('returned', 'voided');
