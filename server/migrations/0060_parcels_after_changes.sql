-- rolling: yes

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
