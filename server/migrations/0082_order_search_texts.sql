-- Not rolling: a process of an earlier version writes `orders.search_text`.

-- What a search in the inbox finds, lowercase. In a table of its own, because its index is expensive and would have to be written with
-- every change of an order's status. Tracking numbers are apart, so that a label does not write the rest again.
CREATE TABLE order_search_texts (
  order_id    uuid NOT NULL REFERENCES orders (id),
  part        text NOT NULL CHECK (part IN ('order', 'tracking')),
  -- Of the order; here for the index.
  user_id     uuid NOT NULL,
  search_text text NOT NULL,
  PRIMARY KEY (order_id, part)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON order_search_texts TO lading_app;
INSERT INTO order_search_texts SELECT id, 'order', user_id, search_text FROM orders;
CREATE INDEX order_search_texts_by_text ON order_search_texts USING gin (user_id, search_text gin_trgm_ops);
-- Drops its index, too.
ALTER TABLE orders DROP COLUMN search_text;
