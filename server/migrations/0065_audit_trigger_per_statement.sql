-- rolling: yes

CREATE FUNCTION queue_all_for_sealing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_unsealed (seq, day, event_type, status, user_id)
  SELECT seq, operator_day(recorded_at), event_type, status, user_id FROM new_rows;
  RETURN NULL;
END $$;
DROP TRIGGER audit_logs_queued ON audit_logs;
CREATE TRIGGER audit_logs_queued AFTER INSERT ON audit_logs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_all_for_sealing();
DROP FUNCTION queue_for_sealing;
