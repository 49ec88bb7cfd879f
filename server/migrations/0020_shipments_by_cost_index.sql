-- rolling: yes
-- outside a transaction
-- For the list sorted by cost.
CREATE INDEX CONCURRENTLY IF NOT EXISTS shipments_by_cost ON shipments (total_cents DESC, created_at DESC, id DESC);
