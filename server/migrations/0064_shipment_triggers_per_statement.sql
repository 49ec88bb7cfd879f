-- rolling: yes

-- Updates of shipments keep their trigger per row: most of them do not change the state, and it does not run for those.
DROP TRIGGER shipments_move ON shipments;
CREATE TRIGGER shipments_insert AFTER INSERT ON shipments REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION move_all_legally();
CREATE TRIGGER shipments_move AFTER UPDATE OF state ON shipments FOR EACH ROW EXECUTE FUNCTION move_legally('state');

CREATE FUNCTION count_new_shipments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO shipment_changes (day, user_id, carrier, status, shipments, gross_cents, commission_cents)
  SELECT operator_day(created_at), user_id, carrier, status, 1,
         CASE WHEN purchased_at IS NULL THEN 0 ELSE total_cents END,
         CASE WHEN purchased_at IS NULL THEN 0 ELSE commission_cents END
  FROM new_rows;
  RETURN NULL;
END $$;
DROP TRIGGER shipments_counted ON shipments;
CREATE TRIGGER shipments_counted AFTER INSERT ON shipments REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_shipments();
