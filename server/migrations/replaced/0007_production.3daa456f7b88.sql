-- The differences between this earlier form of the migration and the present one.
CREATE UNLOGGED TABLE last_runs (
  name text PRIMARY KEY,
  at   timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON last_runs TO lading_app;
CREATE TABLE notices (
  kind       text NOT NULL CHECK (kind IN ('receipt', 'refund', 'batch')),
  object_id  uuid NOT NULL,
  held_until timestamptz NOT NULL,
  sent_at    timestamptz,
  PRIMARY KEY (kind, object_id)
);
CREATE INDEX notices_age ON notices (held_until);
GRANT SELECT, INSERT, UPDATE (held_until, sent_at), DELETE ON notices TO lading_app;
DROP INDEX shipment_labels_to_move;
ALTER TABLE shipment_labels
  DROP CONSTRAINT shipment_labels_somewhere,
  DROP COLUMN to_be_moved,
  ADD COLUMN moving_until timestamptz,
  ADD COLUMN sha256       bytea,
  ADD CONSTRAINT shipment_labels_somewhere CHECK (bytes IS NOT NULL OR (stored_as IS NOT NULL AND sha256 IS NOT NULL)) NOT VALID;
GRANT UPDATE (bytes, stored_as, moving_until, sha256) ON shipment_labels TO lading_app;
CREATE FUNCTION refuse_other_label() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a label only leaves for the place that was noted before, and does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER shipment_labels_keep BEFORE UPDATE OF bytes, sha256 ON shipment_labels FOR EACH ROW
  WHEN (NEW.bytes IS NOT NULL OR NEW.sha256 IS DISTINCT FROM sha256(OLD.bytes) OR OLD.stored_as IS NULL)
  EXECUTE FUNCTION refuse_other_label();
CREATE TRIGGER shipment_labels_keep_place BEFORE UPDATE OF stored_as ON shipment_labels FOR EACH ROW
  WHEN (NEW.stored_as IS DISTINCT FROM OLD.stored_as AND OLD.stored_as IS NOT NULL) EXECUTE FUNCTION refuse_other_label();
