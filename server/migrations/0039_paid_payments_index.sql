-- rolling: yes
-- outside a transaction
-- To find paid payments that the payment provider does not list.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_paid_by_card ON payments (succeeded_at) WHERE status = 'succeeded' AND balance_cents < amount_cents;
