-- rolling: yes
-- Incidents were called breaks. The view and the trigger keep processes of the previous version working; a later version drops both.
ALTER TABLE breaks RENAME TO incidents;
ALTER INDEX breaks_pkey RENAME TO incidents_pkey;
ALTER INDEX breaks_open RENAME TO incidents_open;
ALTER INDEX bulk_rows_news RENAME TO bulk_rows_by_version;
ALTER INDEX shipments_in_passing RENAME TO shipments_in_progress;

CREATE VIEW breaks AS SELECT * FROM incidents;
GRANT SELECT, INSERT, UPDATE ON breaks TO lading_app;

UPDATE incidents SET kind = 'refunded_and_disputed' WHERE kind = 'given_back_twice';
CREATE FUNCTION rename_incident_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.kind := 'refunded_and_disputed';
  RETURN NEW;
END $$;
CREATE TRIGGER incidents_rename_kind BEFORE INSERT ON incidents
  FOR EACH ROW WHEN (NEW.kind = 'given_back_twice') EXECUTE FUNCTION rename_incident_kind();
