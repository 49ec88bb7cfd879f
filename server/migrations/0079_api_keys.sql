-- rolling: yes
-- Keys with which programs call the API for a client.

CREATE TABLE api_keys (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name         text NOT NULL CHECK (name <> '' AND length(name) <= 60),
  scope        text NOT NULL CHECK (scope IN ('orders', 'labels')),
  -- Only the digest of a key is stored, and its last characters so that its owner can recognize it.
  key_hash     bytea NOT NULL CONSTRAINT api_keys_key_hash UNIQUE CHECK (octet_length(key_hash) = 32),
  ending       text NOT NULL CHECK (length(ending) = 4),
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX api_keys_of_user ON api_keys (user_id);
CREATE TRIGGER api_keys_of_people BEFORE INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, DELETE, UPDATE (last_used_at) ON api_keys TO lading_app;
