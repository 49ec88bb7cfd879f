-- rolling: yes
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS shipments_by_tracking_number ON shipments (tracking_number) WHERE tracking_number IS NOT NULL;
