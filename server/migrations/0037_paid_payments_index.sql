-- outside a transaction
-- rolling: yes
-- Finds payments without a receipt.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_succeeded ON payments (succeeded_at) WHERE status = 'succeeded';
