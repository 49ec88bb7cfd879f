-- People, their sessions, and the record of what was done. The application works under the role lading_app, which may do
-- only what is granted here.

GRANT USAGE ON SCHEMA public TO lading_app;

-- The job queue keeps its own tables and creates partitions at run time, so this one schema belongs to the application.
CREATE SCHEMA jobs;
GRANT USAGE, CREATE ON SCHEMA jobs TO lading_app;

CREATE TABLE users (
  id             uuid PRIMARY KEY,
  email          text NOT NULL CHECK (length(email) <= 254),
  email_key      text NOT NULL CONSTRAINT users_email_key UNIQUE,
  full_name      text NOT NULL CHECK (full_name <> '' AND length(full_name) <= 200),
  phone          text CHECK (length(phone) <= 40),
  password_hash  text NOT NULL,
  role           text NOT NULL DEFAULT 'client' CHECK (role IN ('client', 'admin')),
  status         text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'inactive')),
  created_at     timestamptz NOT NULL,
  last_active_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON users TO lading_app;

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  ip_address text NOT NULL,
  user_agent text NOT NULL CHECK (length(user_agent) <= 300)
);
CREATE INDEX sessions_of_user ON sessions (user_id, created_at DESC);
CREATE INDEX sessions_expiry ON sessions (expires_at);
GRANT SELECT, INSERT, DELETE ON sessions TO lading_app;

CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_of_user ON password_resets (user_id);
GRANT SELECT, INSERT, DELETE ON password_resets TO lading_app;

-- Counts of failed sign-ins by account and address; keys are digests, so that the table names nobody.
CREATE TABLE login_failures (
  key            text PRIMARY KEY,
  failures       integer NOT NULL CHECK (failures > 0),
  window_ends_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON login_failures TO lading_app;

-- Names and e-mail addresses are read through user_id and never copied here: a person can be erased, this record cannot.
CREATE TABLE audit_logs (
  seq         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  log_id      uuid NOT NULL UNIQUE,
  recorded_at timestamptz NOT NULL,
  event_type  text NOT NULL CHECK (event_type ~ '^[A-Z][A-Z_]{1,60}$'),
  status      text NOT NULL CHECK (status IN ('success', 'error', 'pending')),
  user_id     uuid REFERENCES users (id),
  user_role   text CHECK (user_role IN ('client', 'admin')),
  ip_address  text,
  request_id  text,
  details     jsonb CHECK (length(details::text) <= 8192)
);
CREATE INDEX audit_logs_by_time ON audit_logs (recorded_at DESC, seq DESC);
CREATE INDEX audit_logs_by_action ON audit_logs (event_type, recorded_at DESC, seq DESC);
CREATE INDEX audit_logs_of_user ON audit_logs (user_id, recorded_at DESC, seq DESC);
GRANT SELECT, INSERT ON audit_logs TO lading_app;

-- The grant above already keeps the application out; this keeps out a hurried owner too.
CREATE FUNCTION refuse_change_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_logs_append_only BEFORE UPDATE OR DELETE ON audit_logs
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER audit_logs_no_truncate BEFORE TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();
