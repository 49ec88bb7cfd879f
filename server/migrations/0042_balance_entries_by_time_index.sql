-- rolling: yes
-- outside a transaction
-- What a client owed at a time, without reading all later entries.
CREATE INDEX CONCURRENTLY IF NOT EXISTS balance_entries_by_time ON balance_entries (user_id, created_at, id);
