-- rolling: yes

-- The version that last asked for all open orders, so that a check of them is not repeated for later requests that need less.
ALTER TABLE order_rechecks ADD COLUMN all_version bigint,
  -- Until then, a process is checking the orders. Processes of the previous version check them anyway, which changes nothing.
  ADD COLUMN lease_until timestamptz;
UPDATE order_rechecks SET all_version = version WHERE all_open;

CREATE OR REPLACE FUNCTION recheck_orders_of(clients uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_rechecks (user_id, all_open, all_version)
  SELECT DISTINCT c, true, 1 FROM unnest(clients) AS c WHERE EXISTS (SELECT FROM order_sources s WHERE s.user_id = c)
  ON CONFLICT (user_id) DO UPDATE
  SET all_open = true, version = order_rechecks.version + 1, all_version = order_rechecks.version + 1
$$;
