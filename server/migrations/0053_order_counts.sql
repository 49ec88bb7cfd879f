-- rolling: yes

-- A comparison of a shop's open orders with ours that the shop's limits interrupted: what it has listed, and where it continues.
CREATE TABLE order_counts (
  source_id    uuid PRIMARY KEY REFERENCES order_sources (id) ON DELETE CASCADE,
  started_at   timestamptz NOT NULL,
  page         text NOT NULL,
  external_ids text[] NOT NULL,
  -- In a row.
  failures     integer NOT NULL DEFAULT 0
);
GRANT SELECT, INSERT, UPDATE, DELETE ON order_counts TO lading_app;
