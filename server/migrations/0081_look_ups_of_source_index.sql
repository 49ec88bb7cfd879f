-- rolling: yes
-- outside a transaction
-- The next lookups of one store, without sorting those of all stores.
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_look_ups_of_source ON order_look_ups (source_id, next_try_at);
