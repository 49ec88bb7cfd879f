-- rolling: yes
-- outside a transaction
-- A marketplace names the buyer whose data must be erased.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_of_buyer ON orders (source_id, (reporting ->> 'buyer')) WHERE reporting ? 'buyer';
