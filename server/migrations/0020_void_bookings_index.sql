-- rolling: yes
-- outside a transaction
-- What carriers credited for voided labels, by day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_transactions_of_voids ON ledger_transactions (recorded_at) WHERE reason_key LIKE 'void:%';
