-- The operator's side: lists of everything, figures that are ready before they are asked for, and seals on the audit record.

-- The days of the operator. Totals are kept by these days, so that the time zone is a fact of the database.
CREATE TABLE operator_calendar (
  only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  time_zone text NOT NULL
);
INSERT INTO operator_calendar (time_zone) VALUES ('UTC');
GRANT SELECT ON operator_calendar TO lading_app;

CREATE FUNCTION operator_day(moment timestamptz) RETURNS date LANGUAGE sql STABLE AS
  $$ SELECT (moment AT TIME ZONE (SELECT time_zone FROM operator_calendar))::date $$;

-- The first moment of a day. Where clocks go back at midnight, the hour before it tells which of the two midnights is the first.
CREATE FUNCTION operator_day_start(day date) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(day::timestamp AT TIME ZONE time_zone, (day::timestamp - interval '1 hour') AT TIME ZONE time_zone + interval '1 hour')
  FROM operator_calendar
$$;

-- Lists of all clients' shipments -----------------------------------------------------------------------------------------------

-- What another commission would have made of some days is reckoned from this index alone, and the pages of a search that matches much
-- are found in it.
CREATE INDEX shipments_by_time ON shipments (created_at DESC, id DESC) INCLUDE (user_id, cost_cents, purchased_at, tracking_number);
-- An index answers alone only where pages are known to be visible to all, and the newest pages are the ones that are asked for.
ALTER TABLE shipments SET (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX shipments_by_status ON shipments (status, created_at DESC, id DESC);
CREATE INDEX shipments_by_carrier ON shipments (carrier, created_at DESC, id DESC);
CREATE INDEX shipments_by_status_and_carrier ON shipments (status, carrier, created_at DESC, id DESC);
CREATE INDEX shipments_tracking_part ON shipments USING gin (tracking_number gin_trgm_ops);
CREATE INDEX shipments_tracking_start ON shipments (tracking_number text_pattern_ops);
CREATE INDEX shipments_being_voided ON shipments (lease_until) WHERE state = 'void_requested';
CREATE INDEX refunds_by_time ON refunds (created_at);
CREATE INDEX users_search ON users USING gin (email gin_trgm_ops, full_name gin_trgm_ops);
CREATE INDEX users_by_age ON users (created_at DESC, id DESC) WHERE role = 'client';

-- Text of a person in an exported file: what a spreadsheet would run as a formula gets an apostrophe in front.
CREATE FUNCTION csv_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT CASE WHEN left(value, 1) IN ('=', '+', '-', '@', E'\t', E'\r', '＝', '＋', '－', '＠') THEN '''' || value ELSE value END $$;

-- Totals of shipments -----------------------------------------------------------------------------------------------------------

-- What changed since the totals were last added up. Writers only ever append here: a shared row of totals would make every purchase
-- wait for every other one.
CREATE TABLE shipment_changes (
  seq              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day              date NOT NULL,
  user_id          uuid NOT NULL,
  carrier          text NOT NULL,
  status           text NOT NULL,
  -- Of the type of the totals, or the views below could not be looked through.
  shipments        bigint NOT NULL,
  gross_cents      bigint NOT NULL,
  commission_cents bigint NOT NULL
);
CREATE TABLE totals_by_day (
  day              date NOT NULL,
  carrier          text NOT NULL,
  status           text NOT NULL,
  shipments        bigint NOT NULL,
  gross_cents      bigint NOT NULL,
  commission_cents bigint NOT NULL,
  PRIMARY KEY (day, carrier, status)
);
CREATE TABLE totals_by_client_day (
  day              date NOT NULL,
  user_id          uuid NOT NULL,
  shipments        bigint NOT NULL,
  gross_cents      bigint NOT NULL,
  commission_cents bigint NOT NULL,
  PRIMARY KEY (day, user_id)
);
-- The first day of the month stands for it.
CREATE TABLE totals_by_client_month (
  month            date NOT NULL,
  user_id          uuid NOT NULL,
  shipments        bigint NOT NULL,
  gross_cents      bigint NOT NULL,
  commission_cents bigint NOT NULL,
  PRIMARY KEY (month, user_id)
);
CREATE INDEX totals_of_client ON totals_by_client_month (user_id);

-- Totals and what is not in them yet, in one look. Several rows may speak of the same day: readers add them up.
CREATE VIEW shipments_by_day AS
  SELECT day, carrier, status, shipments, gross_cents, commission_cents FROM totals_by_day
  UNION ALL SELECT day, carrier, status, shipments, gross_cents, commission_cents FROM shipment_changes;
CREATE VIEW shipments_by_client_day AS
  SELECT day, user_id, shipments, gross_cents, commission_cents FROM totals_by_client_day
  UNION ALL SELECT day, user_id, shipments, gross_cents, commission_cents FROM shipment_changes;
CREATE VIEW shipments_by_client_month AS
  SELECT month, user_id, shipments, gross_cents, commission_cents FROM totals_by_client_month
  UNION ALL SELECT date_trunc('month', day)::date, user_id, shipments, gross_cents, commission_cents FROM shipment_changes;
-- How many clients shipped in a month: counted as rows, which takes a fraction of the time of adding up.
CREATE VIEW clients_by_month AS
  SELECT month, count(*) AS clients FROM (
    SELECT month, user_id FROM totals_by_client_month WHERE shipments > 0
    UNION ALL
    SELECT DISTINCT date_trunc('month', day)::date, user_id FROM shipment_changes c WHERE NOT EXISTS (
      SELECT FROM totals_by_client_month t WHERE t.month = date_trunc('month', c.day)::date AND t.user_id = c.user_id AND t.shipments > 0)
  ) AS shipped GROUP BY month;
GRANT SELECT ON shipment_changes, totals_by_day, totals_by_client_day, totals_by_client_month,
  shipments_by_day, shipments_by_client_day, shipments_by_client_month, clients_by_month TO lading_app;

-- Runs with the owner's rights: the application causes these records and cannot write them. A label that was made has earned its
-- price; what goes back later is a refund and no change of this.
CREATE FUNCTION record_shipment_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO shipment_changes (day, user_id, carrier, status, shipments, gross_cents, commission_cents)
    SELECT operator_day(OLD.created_at), OLD.user_id, OLD.carrier, OLD.status, -1,
           CASE WHEN OLD.purchased_at IS NULL THEN 0 ELSE -OLD.total_cents END,
           CASE WHEN OLD.purchased_at IS NULL THEN 0 ELSE -OLD.commission_cents END;
  END IF;
  INSERT INTO shipment_changes (day, user_id, carrier, status, shipments, gross_cents, commission_cents)
  SELECT operator_day(NEW.created_at), NEW.user_id, NEW.carrier, NEW.status, 1,
         CASE WHEN NEW.purchased_at IS NULL THEN 0 ELSE NEW.total_cents END,
         CASE WHEN NEW.purchased_at IS NULL THEN 0 ELSE NEW.commission_cents END;
  RETURN NULL;
END $$;
CREATE TRIGGER shipments_counted AFTER INSERT ON shipments FOR EACH ROW EXECUTE FUNCTION record_shipment_change();
CREATE TRIGGER shipments_recounted AFTER UPDATE ON shipments FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR (OLD.purchased_at IS NULL) <> (NEW.purchased_at IS NULL)
        OR OLD.carrier <> NEW.carrier OR OLD.total_cents <> NEW.total_cents OR OLD.commission_cents <> NEW.commission_cents)
  EXECUTE FUNCTION record_shipment_change();

-- Adds up what changed; gives how much that was. Only one at a time does it, others go on with their work.
CREATE FUNCTION fold_shipment_changes(most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  chosen bigint[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('fold_shipment_changes')) THEN RETURN 0; END IF;
  SELECT array_agg(seq) INTO chosen FROM (SELECT seq FROM shipment_changes ORDER BY seq LIMIT most) AS oldest;
  IF chosen IS NULL THEN RETURN 0; END IF;
  WITH folded AS (DELETE FROM shipment_changes WHERE seq = ANY (chosen) RETURNING *),
  by_day AS (
    INSERT INTO totals_by_day AS t
    SELECT day, carrier, status, sum(shipments), sum(gross_cents), sum(commission_cents) FROM folded GROUP BY 1, 2, 3
    ON CONFLICT (day, carrier, status) DO UPDATE SET shipments = t.shipments + excluded.shipments,
      gross_cents = t.gross_cents + excluded.gross_cents, commission_cents = t.commission_cents + excluded.commission_cents
  ), by_client_day AS (
    INSERT INTO totals_by_client_day AS t
    SELECT day, user_id, sum(shipments), sum(gross_cents), sum(commission_cents) FROM folded GROUP BY 1, 2
    ON CONFLICT (day, user_id) DO UPDATE SET shipments = t.shipments + excluded.shipments,
      gross_cents = t.gross_cents + excluded.gross_cents, commission_cents = t.commission_cents + excluded.commission_cents
  )
  INSERT INTO totals_by_client_month AS t
  SELECT date_trunc('month', day)::date, user_id, sum(shipments), sum(gross_cents), sum(commission_cents) FROM folded GROUP BY 1, 2
  ON CONFLICT (month, user_id) DO UPDATE SET shipments = t.shipments + excluded.shipments,
    gross_cents = t.gross_cents + excluded.gross_cents, commission_cents = t.commission_cents + excluded.commission_cents;
  RETURN cardinality(chosen);
END $$;
REVOKE EXECUTE ON FUNCTION fold_shipment_changes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fold_shipment_changes TO lading_app;

-- Seals on the audit record -----------------------------------------------------------------------------------------------------

-- Records that have no seal yet. Whoever can see a row here sees a record that is committed, so that none is passed over, however
-- long its transaction took.
CREATE TABLE audit_unsealed (
  seq        bigint PRIMARY KEY,
  day        date NOT NULL,
  event_type text NOT NULL,
  status     text NOT NULL,
  user_id    uuid
);

-- Each seal covers its record and the seal before it.
CREATE TABLE audit_seals (
  position bigint PRIMARY KEY CHECK (position > 0),
  seq      bigint NOT NULL UNIQUE,
  hash     bytea NOT NULL CHECK (octet_length(hash) = 32)
);
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER audit_seals_no_truncate BEFORE TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();

-- How many sealed records there are. An empty kind or status stands for all of them, so that every question is a short range.
CREATE TABLE audit_totals_by_day (
  event_type text NOT NULL,
  status     text NOT NULL,
  day        date NOT NULL,
  records    bigint NOT NULL,
  PRIMARY KEY (event_type, status, day)
);
CREATE TABLE audit_totals_by_user (
  event_type text NOT NULL,
  status     text NOT NULL,
  user_id    uuid NOT NULL,
  records    bigint NOT NULL,
  PRIMARY KEY (event_type, status, user_id)
);
-- With those that have no seal yet.
CREATE VIEW audit_by_day AS
  SELECT event_type, status, day, records FROM audit_totals_by_day
  UNION ALL SELECT coalesce(event_type, ''), coalesce(status, ''), day, count(*) FROM audit_unsealed GROUP BY day, CUBE (event_type, status);
CREATE VIEW audit_by_user AS
  SELECT event_type, status, user_id, records FROM audit_totals_by_user
  UNION ALL SELECT coalesce(event_type, ''), coalesce(status, ''), user_id, count(*) FROM audit_unsealed
    WHERE user_id IS NOT NULL GROUP BY user_id, CUBE (event_type, status);
GRANT SELECT ON audit_unsealed, audit_seals, audit_totals_by_day, audit_totals_by_user, audit_by_day, audit_by_user TO lading_app;

-- Who made a record is in each of them: a search for some people then passes over the others without fetching their records.
DROP INDEX audit_logs_by_time, audit_logs_by_action, audit_logs_of_user;
CREATE INDEX audit_logs_by_time ON audit_logs (recorded_at DESC, seq DESC) INCLUDE (user_id);
CREATE INDEX audit_logs_by_action ON audit_logs (event_type, recorded_at DESC, seq DESC) INCLUDE (user_id);
CREATE INDEX audit_logs_by_status ON audit_logs (status, recorded_at DESC, seq DESC) INCLUDE (user_id);
CREATE INDEX audit_logs_by_action_and_status ON audit_logs (event_type, status, recorded_at DESC, seq DESC) INCLUDE (user_id);
CREATE INDEX audit_logs_of_user ON audit_logs (user_id, recorded_at DESC, seq DESC) INCLUDE (event_type, status);

CREATE FUNCTION queue_for_sealing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_unsealed (seq, day, event_type, status, user_id)
  VALUES (NEW.seq, operator_day(NEW.recorded_at), NEW.event_type, NEW.status, NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER audit_logs_queued AFTER INSERT ON audit_logs FOR EACH ROW EXECUTE FUNCTION queue_for_sealing();
INSERT INTO audit_unsealed (seq, day, event_type, status, user_id)
  SELECT seq, operator_day(recorded_at), event_type, status, user_id FROM audit_logs;

-- One field of the text that is sealed: its length in bytes and itself, so that no two records read alike.
CREATE FUNCTION sealed_field(value text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT coalesce(octet_length(value)::text || ':' || value, '-') $$;
CREATE FUNCTION sealed_text(log audit_logs) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT sealed_field(log.seq::text) || sealed_field(log.log_id::text)
    || sealed_field((extract(epoch FROM log.recorded_at) * 1000000)::bigint::text)
    || sealed_field(log.event_type) || sealed_field(log.status) || sealed_field(log.user_id::text) || sealed_field(log.user_role)
    || sealed_field(log.ip_address) || sealed_field(log.request_id) || sealed_field(log.details::text)
$$;

-- Seals the oldest unsealed records and counts them; gives how many. Only one at a time does it.
CREATE FUNCTION seal_audit_logs(most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  chosen bigint[];
  hashes bytea[] := '{}';
  place bigint;
  last_hash bytea;
  content text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('seal_audit_logs')) THEN RETURN 0; END IF;
  SELECT array_agg(seq ORDER BY seq) INTO chosen FROM (SELECT seq FROM audit_unsealed ORDER BY seq LIMIT most) AS oldest;
  IF chosen IS NULL THEN RETURN 0; END IF;
  SELECT position, hash INTO place, last_hash FROM audit_seals ORDER BY position DESC LIMIT 1;
  place := coalesce(place, 0);
  last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  -- A record that was removed in the meantime gets its seal all the same, so that its absence shows.
  FOR content IN
    SELECT sealed_text(log) FROM unnest(chosen) AS wanted (seq) LEFT JOIN audit_logs AS log ON log.seq = wanted.seq ORDER BY wanted.seq
  LOOP
    last_hash := sha256(last_hash || convert_to(content, 'UTF8'));
    hashes := hashes || last_hash;
  END LOOP;
  INSERT INTO audit_seals (position, seq, hash)
  SELECT place + number, seq, hash FROM unnest(chosen, hashes) WITH ORDINALITY AS sealed (seq, hash, number);
  WITH sealed AS (DELETE FROM audit_unsealed WHERE seq = ANY (chosen) RETURNING *),
  by_day AS (
    INSERT INTO audit_totals_by_day AS t
    SELECT coalesce(event_type, ''), coalesce(status, ''), day, count(*) FROM sealed GROUP BY day, CUBE (event_type, status)
    ON CONFLICT (event_type, status, day) DO UPDATE SET records = t.records + excluded.records
  )
  INSERT INTO audit_totals_by_user AS t
  SELECT coalesce(event_type, ''), coalesce(status, ''), user_id, count(*) FROM sealed
  WHERE user_id IS NOT NULL GROUP BY user_id, CUBE (event_type, status)
  ON CONFLICT (event_type, status, user_id) DO UPDATE SET records = t.records + excluded.records;
  RETURN cardinality(chosen);
END $$;
REVOKE EXECUTE ON FUNCTION seal_audit_logs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seal_audit_logs TO lading_app;

-- All totals anew ---------------------------------------------------------------------------------------------------------------

-- For the owner: after the time zone has changed, or whenever totals are doubted. Writers wait until it is done.
CREATE FUNCTION rebuild_totals() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- Read once: a call for each of a million rows would take as long as all the rest.
  zone text := (SELECT time_zone FROM operator_calendar);
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('fold_shipment_changes')), pg_advisory_xact_lock(hashtext('seal_audit_logs'));
  LOCK TABLE shipments, audit_logs IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM shipment_changes;
  DELETE FROM totals_by_day;
  DELETE FROM totals_by_client_day;
  DELETE FROM totals_by_client_month;
  DELETE FROM audit_totals_by_day;
  DELETE FROM audit_totals_by_user;
  INSERT INTO totals_by_day
  SELECT (created_at AT TIME ZONE zone)::date, carrier, status, count(*), coalesce(sum(total_cents) FILTER (WHERE purchased_at IS NOT NULL), 0),
         coalesce(sum(commission_cents) FILTER (WHERE purchased_at IS NOT NULL), 0)
  FROM shipments GROUP BY 1, 2, 3;
  INSERT INTO totals_by_client_day
  SELECT (created_at AT TIME ZONE zone)::date, user_id, count(*), coalesce(sum(total_cents) FILTER (WHERE purchased_at IS NOT NULL), 0),
         coalesce(sum(commission_cents) FILTER (WHERE purchased_at IS NOT NULL), 0)
  -- In the order of days they are read together.
  FROM shipments GROUP BY 1, 2 ORDER BY 1;
  INSERT INTO totals_by_client_month
  SELECT date_trunc('month', day)::date, user_id, sum(shipments), sum(gross_cents), sum(commission_cents)
  FROM totals_by_client_day GROUP BY 1, 2;
  UPDATE audit_unsealed u SET day = (l.recorded_at AT TIME ZONE zone)::date FROM audit_logs l WHERE l.seq = u.seq;
  INSERT INTO audit_totals_by_day
  SELECT coalesce(event_type, ''), coalesce(status, ''), day, count(*)
  FROM (SELECT l.event_type, l.status, (l.recorded_at AT TIME ZONE zone)::date AS day FROM audit_logs l JOIN audit_seals s USING (seq)) AS sealed
  GROUP BY day, CUBE (event_type, status);
  INSERT INTO audit_totals_by_user
  SELECT coalesce(l.event_type, ''), coalesce(l.status, ''), l.user_id, count(*) FROM audit_logs l JOIN audit_seals s USING (seq)
  WHERE l.user_id IS NOT NULL GROUP BY l.user_id, CUBE (l.event_type, l.status);
END $$;
REVOKE EXECUTE ON FUNCTION rebuild_totals FROM PUBLIC;

CREATE FUNCTION keep_operator_calendar(zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE operator_calendar SET time_zone = zone WHERE time_zone <> zone;
  IF FOUND THEN PERFORM rebuild_totals(); END IF;
END $$;
REVOKE EXECUTE ON FUNCTION keep_operator_calendar FROM PUBLIC;

SELECT rebuild_totals();

-- Erasing a client ----------------------------------------------------------------------------------------------------------------

ALTER TABLE users ADD COLUMN erased_at timestamptz;
GRANT DELETE ON shipment_labels, bulk_rows, bulk_batches TO lading_app;
GRANT UPDATE (request_hash, sender, receiver) ON quote_requests TO lading_app;
CREATE INDEX quote_requests_of_user ON quote_requests (user_id);

-- Only with its owner does any of this go.
CREATE FUNCTION refuse_loss() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
BEGIN
  IF TG_TABLE_NAME = 'bulk_batches' THEN owner := OLD.user_id;
  ELSIF TG_TABLE_NAME = 'bulk_rows' THEN SELECT user_id INTO owner FROM bulk_batches WHERE id = OLD.batch_id;
  ELSE SELECT user_id INTO owner FROM shipments WHERE id = OLD.shipment_id;
  END IF;
  IF EXISTS (SELECT FROM users WHERE id = owner AND erased_at IS NULL) THEN
    RAISE EXCEPTION 'rows of % go only with their owner', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER shipment_labels_stay BEFORE DELETE ON shipment_labels FOR EACH ROW EXECUTE FUNCTION refuse_loss();
CREATE TRIGGER bulk_rows_stay BEFORE DELETE ON bulk_rows FOR EACH ROW EXECUTE FUNCTION refuse_loss();
CREATE TRIGGER bulk_batches_stay BEFORE DELETE ON bulk_batches FOR EACH ROW EXECUTE FUNCTION refuse_loss();

-- Of an address, what says where and not who.
CREATE FUNCTION place_of(address jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('name', '', 'company', '', 'street1', '', 'street2', '', 'phone', '', 'email', '',
    'city', address -> 'city', 'state', address -> 'state', 'zip', address -> 'zip', 'country', address -> 'country')
$$;

-- Nobody comes back from it.
CREATE FUNCTION refuse_return_of_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'account % is erased', OLD.id USING ERRCODE = 'foreign_key_violation';
END $$;
CREATE TRIGGER users_stay_erased BEFORE UPDATE ON users FOR EACH ROW
  WHEN (OLD.erased_at IS NOT NULL AND (OLD.email, OLD.email_key, OLD.full_name, OLD.phone, OLD.password_hash, OLD.role, OLD.status, OLD.erased_at)
        IS DISTINCT FROM (NEW.email, NEW.email_key, NEW.full_name, NEW.phone, NEW.password_hash, NEW.role, NEW.status, NEW.erased_at))
  EXECUTE FUNCTION refuse_return_of_erased();

-- A request that was under way when its account was erased leaves nothing of the person behind. The lock waits for an erasure that
-- is not committed yet, and keeps one from beginning before the new row can be seen.
CREATE FUNCTION refuse_erased_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erased timestamptz;
BEGIN
  SELECT erased_at INTO erased FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  IF erased IS NOT NULL THEN
    RAISE EXCEPTION 'account % is erased', NEW.user_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sessions_of_people BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER password_resets_of_people BEFORE INSERT ON password_resets FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER client_profiles_of_people BEFORE INSERT ON client_profiles FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER saved_addresses_of_people BEFORE INSERT ON saved_addresses FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER saved_parcels_of_people BEFORE INSERT ON saved_parcels FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER client_pricing_of_people BEFORE INSERT ON client_pricing FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER quote_requests_of_people BEFORE INSERT ON quote_requests FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER payments_of_people BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER idempotency_keys_of_people BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER bulk_batches_of_people BEFORE INSERT ON bulk_batches FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();

-- Settling an incident by hand ------------------------------------------------------------------------------------------------------

ALTER TABLE breaks ADD COLUMN settled_by uuid REFERENCES users (id), ADD COLUMN settled_note text CHECK (length(settled_note) <= 500);
