-- rolling: yes
-- outside a transaction
-- Clients that owe something, for the dashboard.
CREATE INDEX CONCURRENTLY IF NOT EXISTS balances_owed ON balances (user_id) WHERE cents < 0;
