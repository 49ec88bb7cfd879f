-- rolling: yes
-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS shipments_by_time;
