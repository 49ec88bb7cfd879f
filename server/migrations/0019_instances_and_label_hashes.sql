-- rolling: yes
-- Every process reports here every few seconds. Shipments and rows name the process that works on them, so that another one can
-- continue soon after it was killed, before their lease ends.
CREATE TABLE instances (
  id      uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (seen_at), DELETE ON instances TO lading_app;
ALTER TABLE shipments ADD COLUMN held_by uuid;
ALTER TABLE bulk_rows ADD COLUMN held_by uuid;

-- The hash of every label as it was bought. No right to change it is granted. Labels from before have none.
ALTER TABLE shipment_labels ADD COLUMN bought_sha256 bytea;
