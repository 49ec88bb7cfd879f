-- rolling: yes
-- A shipment may be inserted already claimed for purchase. That is two moves at once, and both are recorded. Reads the state
-- from its column, because turning a whole shipment into JSON cost more than the rest of the function.
CREATE OR REPLACE FUNCTION move_legally() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  old_state text := '';
  new_state text;
BEGIN
  IF TG_ARGV[0] = 'status' THEN
    new_state := NEW.status;
    IF TG_OP = 'UPDATE' THEN old_state := OLD.status; END IF;
  ELSE
    new_state := NEW.state;
    IF TG_OP = 'UPDATE' THEN old_state := OLD.state; END IF;
  END IF;
  IF old_state = new_state THEN RETURN NEW; END IF;
  IF TG_OP = 'INSERT' AND TG_TABLE_NAME = 'shipments' AND new_state = 'purchasing' THEN
    INSERT INTO transitions (object, object_id, from_state, to_state) VALUES (TG_TABLE_NAME, NEW.id, '', 'paid');
    old_state := 'paid';
  END IF;
  IF NOT EXISTS (SELECT FROM legal_moves WHERE object = TG_TABLE_NAME AND from_state = old_state AND to_state = new_state) THEN
    RAISE EXCEPTION '% may not go from "%" to "%"', TG_TABLE_NAME, old_state, new_state USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO transitions (object, object_id, from_state, to_state) VALUES (TG_TABLE_NAME, NEW.id, old_state, new_state);
  RETURN NEW;
END $$;
