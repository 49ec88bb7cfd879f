-- rolling: yes
-- outside a transaction
-- What a client's open payments hold of the balance: read at each new payment.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_holding
  ON payments (user_id) WHERE balance_cents > 0 AND status IN ('created', 'processing');
