-- rolling: yes
-- outside a transaction
-- `shipments_exceptions_by_time` has all of its columns.
DROP INDEX CONCURRENTLY IF EXISTS shipments_exceptions;
