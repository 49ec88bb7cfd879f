-- rolling: yes

-- Parcels of labels whose void was refused. Comes first, because it takes longest and must not hold the lock on shipments.
CREATE INDEX order_parcels_to_restore ON order_parcels (id) WHERE state = 'voided' AND NOT is_voided;

-- When the carrier last answered that a void is pending. It can take weeks to confirm or refuse it.
ALTER TABLE shipments ADD COLUMN void_pending_at timestamptz;

-- The client has the money back and cannot print the label, so its parcel counts as voided from the first such answer.
CREATE TRIGGER shipments_note_pending_void AFTER UPDATE OF void_pending_at ON shipments FOR EACH ROW
  WHEN (NEW.state = 'void_requested') EXECUTE FUNCTION note_voided_parcel();
CREATE OR REPLACE FUNCTION note_voided_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_parcels SET is_voided = true WHERE shipment_id = NEW.id AND NOT is_voided;
  RETURN NULL;
END $$;

-- A refused void makes the label valid again. The sweep restores its parcel.
CREATE FUNCTION note_kept_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_parcels SET is_voided = false WHERE shipment_id = NEW.id AND is_voided;
  RETURN NULL;
END $$;
CREATE TRIGGER shipments_note_kept_parcel AFTER UPDATE OF state ON shipments FOR EACH ROW
  WHEN (OLD.state = 'void_requested' AND NEW.state = 'purchased') EXECUTE FUNCTION note_kept_parcel();
INSERT INTO legal_moves VALUES ('order_parcels', 'voided', 'bought'),
  ('order_reports', 'canceled', 'to_report'), ('order_reports', 'withdrawn', 'to_report'), ('order_reports', 'to_withdraw', 'to_report'),
  ('order_reports', 'to_withdraw', 'reported'), ('order_reports', 'not_withdrawn', 'to_report'), ('order_reports', 'not_withdrawn', 'reported');

-- The store may reduce an order after its label, so the quantity of that time counts too.
CREATE OR REPLACE FUNCTION refuse_pieces_twice(touched uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE id = ANY(touched) ORDER BY id FOR UPDATE;
  IF EXISTS (
    SELECT FROM (
      SELECT i.order_id, i.item_id, sum(i.quantity) AS pieces, max(i.ordered) AS ordered
      FROM order_parcel_items i JOIN order_parcels p ON p.id = i.parcel_id
      WHERE i.order_id = ANY(touched) AND p.state IN ('planned', 'in_batch', 'bought')
      GROUP BY i.order_id, i.item_id
    ) used
    JOIN orders o ON o.id = used.order_id
    LEFT JOIN LATERAL (
      SELECT (item ->> 'quantity')::int AS quantity FROM jsonb_array_elements(o.items) item WHERE item ->> 'externalId' = used.item_id LIMIT 1
    ) now ON true
    WHERE used.pieces > greatest(used.ordered, now.quantity, 0)
  ) THEN
    RAISE EXCEPTION 'pieces of an order are in two parcels' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'order_pieces_once';
  END IF;
END $$;
DROP TRIGGER order_parcels_once ON order_parcels;
CREATE TRIGGER order_parcels_once AFTER UPDATE ON order_parcels FOR EACH ROW
  WHEN ((OLD.state = 'released' AND NEW.state = 'in_batch') OR (OLD.state = 'voided' AND NEW.state = 'bought'))
  EXECUTE FUNCTION order_parcels_once();
