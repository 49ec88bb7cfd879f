-- rolling: yes
-- outside a transaction
-- For the retention period of orders that were never shipped.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_open_to_erase ON orders (placed_at)
  WHERE erased_at IS NULL AND status IN ('ready', 'attention', 'held');
