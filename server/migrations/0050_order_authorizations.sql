-- rolling: yes

-- A client signs in at a shop's own site. The shop sends the browser back, and some shops send their key separately.
CREATE TABLE order_authorizations (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users (id),
  kind         text NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  -- The source to reconnect. Null: a new one.
  source_id    uuid REFERENCES order_sources (id) ON DELETE CASCADE,
  name         text NOT NULL DEFAULT '' CHECK (length(name) <= 100),
  address      text NOT NULL DEFAULT '' CHECK (length(address) <= 500),
  -- Digests of the one-time state and of the cookie.
  state_hash   bytea NOT NULL UNIQUE CHECK (length(state_hash) = 32),
  browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
  -- Encrypted: the PKCE verifier and what the client entered; the address that the browser returned with; the shop's key.
  -- Null after the end.
  request      bytea,
  returned     bytea,
  received     bytea,
  -- Set once, before the code is exchanged.
  claimed_at   timestamptz,
  -- `connected` to `connected_id`, or `refused` for a reason.
  outcome      text CHECK (outcome IN ('connected', 'refused')),
  refusal      text CHECK (length(refusal) <= 40),
  connected_id uuid REFERENCES order_sources (id) ON DELETE CASCADE,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  CHECK (outcome IS NULL OR (request IS NULL AND returned IS NULL AND received IS NULL))
);
CREATE INDEX order_authorizations_of_user ON order_authorizations (user_id);
CREATE INDEX order_authorizations_by_expiry ON order_authorizations (expires_at);
CREATE INDEX order_authorizations_complete ON order_authorizations (expires_at)
  WHERE returned IS NOT NULL AND received IS NOT NULL AND claimed_at IS NULL;
CREATE TRIGGER order_authorizations_of_people BEFORE INSERT ON order_authorizations FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, UPDATE, DELETE ON order_authorizations TO lading_app;

-- Webhooks that a shop must stop sending after the client disconnected it, with a copy of the encrypted credentials.
CREATE TABLE order_unsubscriptions (
  source_id      uuid PRIMARY KEY REFERENCES order_sources (id) ON DELETE CASCADE,
  user_id        uuid NOT NULL REFERENCES users (id),
  secrets        bytea NOT NULL,
  webhook_secret bytea NOT NULL,
  failures       integer NOT NULL DEFAULT 0,
  next_try_at    timestamptz NOT NULL,
  created_at     timestamptz NOT NULL
);
CREATE INDEX order_unsubscriptions_due ON order_unsubscriptions (next_try_at);
CREATE INDEX order_unsubscriptions_of_user ON order_unsubscriptions (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON order_unsubscriptions TO lading_app;
