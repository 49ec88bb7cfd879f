-- The differences between this earlier form of the migration and the present one.
CREATE EXTENSION IF NOT EXISTS btree_gin;
DROP INDEX shipments_search;
CREATE INDEX shipments_search ON shipments USING gin (user_id, search_text gin_trgm_ops);
