-- rolling: yes
-- Second factors of accounts: authenticator apps, passkeys and recovery codes.

CREATE TABLE totp_factors (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Encrypted with a key of installation_secrets.
  sealed_secret bytea NOT NULL,
  created_at    timestamptz NOT NULL,
  -- Null until the owner has entered a first code.
  confirmed_at  timestamptz,
  -- The time step of the last accepted code: each code counts once.
  used_step     bigint,
  last_used_at  timestamptz
);
-- One in use and one being set up.
CREATE UNIQUE INDEX totp_factors_confirmed ON totp_factors (user_id) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX totp_factors_pending ON totp_factors (user_id) WHERE confirmed_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON totp_factors TO lading_app;

CREATE TABLE passkeys (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id text NOT NULL CONSTRAINT passkeys_credential_id UNIQUE CHECK (length(credential_id) <= 1400),
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL CHECK (counter >= 0),
  transports    text[] NOT NULL,
  synced        boolean NOT NULL,
  name          text NOT NULL CHECK (name <> '' AND length(name) <= 60),
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO lading_app;

CREATE TABLE recovery_codes (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash  text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX recovery_codes_of_user ON recovery_codes (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO lading_app;

-- Open questions to a person or a passkey. Only digests are stored.
CREATE TABLE factor_challenges (
  challenge_hash  bytea PRIMARY KEY CHECK (octet_length(challenge_hash) = 32),
  purpose         text NOT NULL CHECK (purpose IN ('sign-in', 'passkey-sign-in', 'passkey-set-up', 'proof')),
  -- Null while a passkey has not yet said who signs in.
  user_id         uuid REFERENCES users (id) ON DELETE CASCADE,
  -- The digest of the password hash that was verified: a changed password ends the sign-in.
  password_digest bytea,
  remember        boolean NOT NULL DEFAULT false,
  tries_left      integer NOT NULL CHECK (tries_left >= 0),
  expires_at      timestamptz NOT NULL
);
CREATE INDEX factor_challenges_expiry ON factor_challenges (expires_at);
CREATE INDEX factor_challenges_of_user ON factor_challenges (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON factor_challenges TO lading_app;

-- Wrong codes in a row.
CREATE TABLE factor_failures (
  user_id       uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  failures      integer NOT NULL CHECK (failures > 0),
  blocked_until timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON factor_failures TO lading_app;
