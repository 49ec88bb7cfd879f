-- outside a transaction
-- A client has at most one automatic top-up in progress.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payments_one_automatic ON payments (user_id) WHERE automatic AND status IN ('created', 'processing');
