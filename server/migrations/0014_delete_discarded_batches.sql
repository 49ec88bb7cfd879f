-- rolling: yes
-- A discarded upload may be deleted with its rows, unless money or a label belongs to it. All else goes only with its owner.
CREATE OR REPLACE FUNCTION refuse_loss() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
  discarded timestamptz;
BEGIN
  IF TG_TABLE_NAME = 'bulk_batches' THEN
    owner := OLD.user_id;
    IF OLD.discarded_at IS NOT NULL AND NOT EXISTS (SELECT FROM payments WHERE batch_id = OLD.id) THEN RETURN OLD; END IF;
  ELSIF TG_TABLE_NAME = 'bulk_rows' THEN
    SELECT user_id, discarded_at INTO owner, discarded FROM bulk_batches WHERE id = OLD.batch_id;
    IF discarded IS NOT NULL AND OLD.payment_id IS NULL AND OLD.shipment_id IS NULL THEN RETURN OLD; END IF;
  ELSE
    SELECT user_id INTO owner FROM shipments WHERE id = OLD.shipment_id;
  END IF;
  IF EXISTS (SELECT FROM users WHERE id = owner AND erased_at IS NULL) THEN
    RAISE EXCEPTION 'rows of % go only with their owner', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
