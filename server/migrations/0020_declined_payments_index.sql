-- rolling: yes
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_declined ON payments (created_at DESC) WHERE last_error IS NOT NULL;
