-- rolling: yes
-- outside a transaction
-- Replaces `shipments_exceptions`: with the ID and the status, failures are counted by reason without reading shipments.
CREATE INDEX CONCURRENTLY IF NOT EXISTS shipments_exceptions_by_time ON shipments (created_at)
  INCLUDE (id, status, state, purchased_at, user_id) WHERE purchased_at IS NULL OR state IN ('returned', 'voided');
