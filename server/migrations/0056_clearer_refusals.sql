-- rolling: yes

-- Only the messages change.
CREATE OR REPLACE FUNCTION refuse_loss() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
  discarded timestamptz;
  addresses_erased timestamptz;
BEGIN
  IF TG_TABLE_NAME = 'bulk_batches' THEN
    owner := OLD.user_id;
    IF OLD.discarded_at IS NOT NULL AND NOT EXISTS (SELECT FROM payments WHERE batch_id = OLD.id) THEN RETURN OLD; END IF;
  ELSIF TG_TABLE_NAME = 'bulk_rows' THEN
    SELECT user_id, discarded_at INTO owner, discarded FROM bulk_batches WHERE id = OLD.batch_id;
    IF discarded IS NOT NULL AND OLD.payment_id IS NULL AND OLD.shipment_id IS NULL THEN RETURN OLD; END IF;
  ELSE
    SELECT user_id, addresses_erased_at INTO owner, addresses_erased FROM shipments WHERE id = OLD.shipment_id;
    IF addresses_erased IS NOT NULL THEN RETURN OLD; END IF;
  END IF;
  IF EXISTS (SELECT FROM users WHERE id = owner AND erased_at IS NULL) THEN
    RAISE EXCEPTION 'rows of % cannot be deleted before their owner is erased', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION refuse_other_label() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a label and its storage location cannot be changed, and its bytes can be removed only after their upload'
    USING ERRCODE = 'insufficient_privilege';
END $$;
