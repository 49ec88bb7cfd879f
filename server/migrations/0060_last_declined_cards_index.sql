-- rolling: yes
-- outside a transaction
-- To count the cards that were declined for a client within an hour.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_last_declined ON payments (user_id, last_declined_at) WHERE last_declined_at IS NOT NULL;
