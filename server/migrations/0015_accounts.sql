-- rolling: yes
-- Sessions get a public id, the time and address of their last use, and the time of the last proof of identity.
-- The id is added in steps because a random default would rewrite the table under a lock.
ALTER TABLE sessions
  ADD COLUMN id               uuid,
  ADD COLUMN last_used_at     timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN last_ip_address  text,
  ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN remembered       boolean NOT NULL DEFAULT false;
ALTER TABLE sessions ALTER COLUMN id SET DEFAULT gen_random_uuid();
UPDATE sessions SET
  id = gen_random_uuid(), authenticated_at = created_at, remembered = expires_at - created_at > interval '1 day';
CREATE UNIQUE INDEX sessions_id ON sessions (id);
-- A new proof of identity replaces the token.
GRANT UPDATE (token_hash, last_used_at, last_ip_address, authenticated_at) ON sessions TO lading_app;

-- When the last failure was, for delays that grow with the failures.
ALTER TABLE login_failures ADD COLUMN last_failed_at timestamptz;

-- Accounts of earlier versions count as verified: they already get receipts and reset links at their address, and an
-- upgrade must not stop them from paying. The default fills existing rows without rewriting them.
ALTER TABLE users ADD COLUMN email_verified_at timestamptz DEFAULT now();
ALTER TABLE users ALTER COLUMN email_verified_at DROP DEFAULT;

-- A change of address that waits for confirmation. The old address confirms only if it was verified.
CREATE TABLE email_changes (
  user_id          uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  new_email        text NOT NULL CHECK (length(new_email) <= 254),
  new_email_key    text NOT NULL,
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON email_changes TO lading_app;

-- One-time links in emails that prove access to an address.
CREATE TABLE email_links (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose    text NOT NULL CHECK (purpose IN ('verify', 'change_old', 'change_new')),
  email_key  text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_links_of_user ON email_links (user_id);
CREATE INDEX email_links_expiry ON email_links (expires_at);
GRANT SELECT, INSERT, DELETE ON email_links TO lading_app;

-- Emails sent in the last hours, to limit them. The address is a digest, so that the table names nobody.
CREATE TABLE account_mails (
  id      uuid PRIMARY KEY,
  address bytea NOT NULL CHECK (octet_length(address) = 32),
  kind    text NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX account_mails_by_address ON account_mails (address, sent_at);
GRANT SELECT, INSERT, DELETE ON account_mails TO lading_app;

-- Devices and networks that an account has signed in from, as digests. A sign-in from another one is reported by email.
CREATE TABLE known_devices (
  user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  fingerprint  bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, fingerprint)
);
CREATE INDEX known_devices_age ON known_devices (last_seen_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices TO lading_app;
