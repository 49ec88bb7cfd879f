-- rolling: yes

-- The same price as before. A function in SQL that reads from a subquery starts the executor for each call, which took ten times as
-- long as the rest of a preview.
CREATE OR REPLACE FUNCTION rule_price(cost bigint, basis_points integer, flat_cents bigint, min_margin_cents bigint, max_margin_cents bigint,
  below_cost boolean, ending text) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  price bigint;
BEGIN
  IF ending IS NULL THEN
    RETURN NULL;
  END IF;
  price := greatest(1, cost + greatest(
    least(greatest((cost * (10000 + basis_points) + 5000) / 10000 - cost + flat_cents, min_margin_cents), max_margin_cents),
    CASE WHEN below_cost THEN NULL ELSE 0 END));
  RETURN CASE ending
    WHEN 'none' THEN price
    WHEN '00' THEN price + (100 - price % 100) % 100
    WHEN '05' THEN price + (15 - price % 10) % 10
    WHEN '09' THEN price + 9 - price % 10
    WHEN '99' THEN price + 99 - price % 100 END;
END;
$$;
