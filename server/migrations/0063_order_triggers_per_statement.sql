-- rolling: yes

-- Orders, their parcels and their reports are inserted and changed by the hundred. A trigger per row takes half the time of such a
-- statement, and four times as long as one trigger for all of its rows.

-- Like refuse_erased_owner. Locks the accounts before it looks, so that it waits for an erasure.
CREATE FUNCTION refuse_erased_owners() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erased uuid;
BEGIN
  SELECT id INTO erased
  FROM (SELECT id, erased_at FROM users WHERE id IN (SELECT user_id FROM new_rows) ORDER BY id FOR KEY SHARE) owners
  WHERE erased_at IS NOT NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'account % is erased', erased USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

-- Like move_legally('state'), for all rows of a statement. Without nested loops, because the plan is made for the first statement of a
-- connection, which may have one row.
CREATE FUNCTION move_all_legally() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_nestloop = off AS $$
DECLARE
  refused record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Shipments are inserted after they were paid, with their purchase already claimed. Both moves are recorded.
    IF TG_TABLE_NAME = 'shipments' THEN
      INSERT INTO transitions (object, object_id, from_state, to_state)
      SELECT TG_TABLE_NAME, n.id, '', 'paid' FROM new_rows n WHERE n.state = 'purchasing';
    END IF;
    WITH moved AS (
      INSERT INTO transitions (object, object_id, from_state, to_state)
      SELECT TG_TABLE_NAME, n.id, CASE WHEN TG_TABLE_NAME = 'shipments' AND n.state = 'purchasing' THEN 'paid' ELSE '' END, n.state
      FROM new_rows n
      RETURNING from_state, to_state
    )
    SELECT from_state, to_state INTO refused FROM moved
    WHERE (from_state, to_state) NOT IN (SELECT l.from_state, l.to_state FROM legal_moves l WHERE l.object = TG_TABLE_NAME);
  ELSE
    WITH moved AS (
      INSERT INTO transitions (object, object_id, from_state, to_state)
      SELECT TG_TABLE_NAME, n.id, o.state, n.state FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE o.state <> n.state
      RETURNING from_state, to_state
    )
    SELECT from_state, to_state INTO refused FROM moved
    WHERE (from_state, to_state) NOT IN (SELECT l.from_state, l.to_state FROM legal_moves l WHERE l.object = TG_TABLE_NAME);
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION '% may not go from "%" to "%"', TG_TABLE_NAME, refused.from_state, refused.to_state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER orders_of_people ON orders;
CREATE TRIGGER orders_of_people AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_erased_owners();
DROP TRIGGER order_parcels_of_people ON order_parcels;
CREATE TRIGGER order_parcels_of_people AFTER INSERT ON order_parcels REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_erased_owners();
DROP TRIGGER order_reports_of_people ON order_reports;
CREATE TRIGGER order_reports_of_people AFTER INSERT ON order_reports REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_erased_owners();

DROP TRIGGER order_parcels_move ON order_parcels;
CREATE TRIGGER order_parcels_insert AFTER INSERT ON order_parcels REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION move_all_legally();
CREATE TRIGGER order_parcels_move AFTER UPDATE ON order_parcels REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION move_all_legally();
DROP TRIGGER order_reports_move ON order_reports;
CREATE TRIGGER order_reports_insert AFTER INSERT ON order_reports REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION move_all_legally();
CREATE TRIGGER order_reports_move AFTER UPDATE ON order_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION move_all_legally();
