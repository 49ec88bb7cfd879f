-- rolling: yes
-- outside a transaction
-- Few among all purchases, and looked for with every sweep.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchase_attempts_watched ON purchase_attempts (started_at)
  WHERE state = 'abandoned' OR orphan IS NOT NULL;
