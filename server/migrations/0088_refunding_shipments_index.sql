-- rolling: yes
-- outside a transaction
-- Few shipments are in this state at a time. Without it, every sweep looked up the shipments of all refunds that ever succeeded.
CREATE INDEX CONCURRENTLY IF NOT EXISTS shipments_refunding ON shipments (id) WHERE state = 'refunding';
