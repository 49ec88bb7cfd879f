-- rolling: yes
-- Erasing a client also reaches the records of the built-in providers.
GRANT UPDATE (label_bytes, order_hash) ON sandbox.carrier_purchases TO lading_app;
GRANT UPDATE (reason) ON sandbox.gateway_refunds TO lading_app;

-- Whose personal data was erased. A copy is kept in a file, so that a restored backup can erase them again.
CREATE TABLE erasures (
  user_id   uuid PRIMARY KEY REFERENCES users (id),
  erased_at timestamptz NOT NULL
);
INSERT INTO erasures SELECT id, erased_at FROM users WHERE erased_at IS NOT NULL;
GRANT SELECT, INSERT ON erasures TO lading_app;

-- When names, addresses and the label of an old shipment were erased, while its owner still has an account.
ALTER TABLE shipments ADD COLUMN addresses_erased_at timestamptz;

-- The label of such a shipment may be deleted as well.
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
    RAISE EXCEPTION 'rows of % go only with their owner', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
