-- rolling: yes

-- A refund that ends after a lost dispute changes how much of the loss the balance covers. These bookings have the refund's id.
INSERT INTO money_kinds (reason, kind, subject) VALUES ('dispute-uncovered', 'dispute_covered', 'dispute');

CREATE OR REPLACE FUNCTION money_subject(subject text, subject_id uuid, subject_key text)
RETURNS TABLE (user_id uuid, shipment_id uuid, carrier text, service text) LANGUAGE plpgsql STABLE ROWS 1 AS $$
#variable_conflict use_column
BEGIN
  IF subject = 'shipment' THEN
    RETURN QUERY SELECT s.user_id, s.id, NULL::text, NULL::text FROM shipments s WHERE s.id = subject_id;
  ELSIF subject = 'refund' THEN
    RETURN QUERY SELECT p.user_id, r.shipment_id, NULL::text, NULL::text FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = subject_id;
  ELSIF subject = 'dispute' THEN
    -- A payment for several labels is disputed as a whole.
    RETURN QUERY SELECT p.user_id,
        (SELECT CASE WHEN count(*) = 1 THEN (array_agg(a.shipment_id))[1] END FROM allocations a WHERE a.payment_id = p.id), NULL::text, NULL::text
      FROM (SELECT d.payment_id FROM disputes d WHERE d.id = subject_id
            UNION ALL SELECT r.payment_id FROM refunds r WHERE r.id = subject_id) changed
      JOIN payments p ON p.id = changed.payment_id;
  ELSIF subject = 'adjustment' THEN
    RETURN QUERY SELECT a.user_id, a.shipment_id, a.carrier, a.service FROM adjustments a WHERE a.id = subject_id;
  ELSIF subject = 'processor_movement' THEN
    -- By intent, because the movement is matched to its payment only later.
    RETURN QUERY SELECT p.user_id,
        (SELECT CASE WHEN count(*) = 1 THEN (array_agg(a.shipment_id))[1] END FROM allocations a WHERE a.payment_id = p.id), NULL::text, NULL::text
      FROM processor_movements m JOIN payments p ON p.provider = m.provider AND p.intent_id = m.intent_id WHERE m.id = subject_key;
  END IF;
END $$;
