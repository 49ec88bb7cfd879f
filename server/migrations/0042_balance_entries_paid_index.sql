-- rolling: yes
-- outside a transaction
-- What a client paid since then, without reading the labels in between.
CREATE INDEX CONCURRENTLY IF NOT EXISTS balance_entries_paid ON balance_entries (user_id, id) INCLUDE (cents) WHERE cents > 0;
