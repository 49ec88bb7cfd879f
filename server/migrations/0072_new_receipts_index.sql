-- rolling: yes
-- outside a transaction

CREATE INDEX CONCURRENTLY IF NOT EXISTS notices_first_try ON notices (held_until) WHERE first_try;
