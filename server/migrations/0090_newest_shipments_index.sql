-- rolling: yes
-- outside a transaction
-- Replaces shipments_by_time. With the quote, the impact of a commission is read from the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS shipments_newest
  ON shipments (created_at DESC, id DESC) INCLUDE (user_id, quote_id, cost_cents, purchased_at, tracking_number);
