-- rolling: yes
-- outside a transaction
-- What can be paid out of a client's balance, without reading the payments for labels.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_top_ups ON payments (user_id) WHERE purpose = 'top_up' AND status = 'succeeded';
