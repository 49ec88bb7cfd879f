-- The differences between this earlier form of the migration and the present one.
CREATE FUNCTION refuse_loss() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
BEGIN
  IF TG_TABLE_NAME = 'bulk_batches' THEN owner := OLD.user_id;
  ELSIF TG_TABLE_NAME = 'bulk_rows' THEN SELECT user_id INTO owner FROM bulk_batches WHERE id = OLD.batch_id;
  ELSE SELECT user_id INTO owner FROM shipments WHERE id = OLD.shipment_id;
  END IF;
  IF EXISTS (SELECT FROM users WHERE id = owner AND erased_at IS NULL) THEN
    RAISE EXCEPTION 'rows of % go only with their owner', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER shipment_labels_stay BEFORE DELETE ON shipment_labels FOR EACH ROW EXECUTE FUNCTION refuse_loss();
CREATE TRIGGER bulk_rows_stay BEFORE DELETE ON bulk_rows FOR EACH ROW EXECUTE FUNCTION refuse_loss();
CREATE TRIGGER bulk_batches_stay BEFORE DELETE ON bulk_batches FOR EACH ROW EXECUTE FUNCTION refuse_loss();
