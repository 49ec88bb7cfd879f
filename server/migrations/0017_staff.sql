-- rolling: yes
-- Admins get a staff role. Everyone who is an admin today could do everything, so they become owners.
ALTER TABLE users ADD COLUMN staff_role text
  CONSTRAINT users_staff_role_check CHECK (staff_role IN ('owner', 'finance', 'support', 'read_only'));
UPDATE users SET staff_role = 'owner' WHERE role = 'admin';

-- Processes of the previous version create admins without a staff role.
CREATE FUNCTION match_staff_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.staff_role := CASE WHEN NEW.role = 'admin' THEN 'owner' END;
  RETURN NEW;
END $$;
CREATE TRIGGER users_match_staff_role BEFORE INSERT OR UPDATE OF role ON users
  FOR EACH ROW WHEN ((NEW.role = 'admin') <> (NEW.staff_role IS NOT NULL)) EXECUTE FUNCTION match_staff_role();
ALTER TABLE users ADD CONSTRAINT users_staff_role_of_admins CHECK ((role = 'admin') = (staff_role IS NOT NULL)) NOT VALID;
ALTER TABLE users VALIDATE CONSTRAINT users_staff_role_of_admins;

-- Open invitations. An accepted or revoked one is deleted; the audit log keeps both events.
CREATE TABLE staff_invitations (
  id         uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  email      text NOT NULL CHECK (length(email) <= 254),
  email_key  text NOT NULL CONSTRAINT staff_invitations_email_key UNIQUE,
  role       text NOT NULL CHECK (role IN ('owner', 'finance', 'support', 'read_only')),
  invited_by uuid NOT NULL REFERENCES users (id),
  sent_at    timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > sent_at),
  -- Emails since mails_from, to limit how many reach one address.
  mails      integer NOT NULL CHECK (mails >= 0),
  mails_from timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_invitations TO lading_app;
