-- rolling: yes
-- What several processes share, and what providers outside of this machine need. Processes of the version before may go on working.

-- The next turn of each kind of call to a provider; all processes together keep its limits. Worth nothing after a crash.
CREATE UNLOGGED TABLE call_budgets (
  kind    text PRIMARY KEY,
  next_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON call_budgets TO lading_app;

-- Requests counted against a limit, of all processes together.
CREATE UNLOGGED TABLE request_counts (
  key     text PRIMARY KEY,
  hits    integer NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX request_counts_end ON request_counts (ends_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON request_counts TO lading_app;

-- When work that repeats itself was last done, by whichever process.
CREATE UNLOGGED TABLE last_runs (
  name text PRIMARY KEY,
  at   timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON last_runs TO lading_app;

-- Mails that tell a client of a payment, of a refund, or of what a payment bought in a batch: each is sent once, by whoever holds it for the
-- moment, on the database's clock.
CREATE TABLE notices (
  kind       text NOT NULL CHECK (kind IN ('receipt', 'refund', 'batch')),
  object_id  uuid NOT NULL,
  held_until timestamptz NOT NULL,
  sent_at    timestamptz,
  PRIMARY KEY (kind, object_id)
);
CREATE INDEX notices_age ON notices (held_until);
GRANT SELECT, INSERT, UPDATE (held_until, sent_at), DELETE ON notices TO lading_app;

-- News of a refund or of a dispute, besides that of an intent. What a dispute says of itself is kept: it cannot be asked for everywhere.
ALTER TABLE payment_events
  ADD COLUMN kind text NOT NULL DEFAULT 'intent' CHECK (kind IN ('intent', 'refund', 'dispute')),
  ADD COLUMN news jsonb;

CREATE TABLE disputes (
  id          uuid PRIMARY KEY,
  provider    text NOT NULL,
  dispute_id  text NOT NULL,
  payment_id  uuid NOT NULL REFERENCES payments (id),
  cents       bigint NOT NULL CHECK (cents > 0),
  state       text NOT NULL CHECK (state IN ('open', 'won', 'lost')),
  reason      text NOT NULL CHECK (length(reason) <= 200),
  opened_at   timestamptz NOT NULL,
  ended_at    timestamptz,
  CONSTRAINT disputes_once UNIQUE (provider, dispute_id),
  CHECK ((state = 'open') = (ended_at IS NULL))
);
CREATE INDEX disputes_of_payment ON disputes (payment_id);
GRANT SELECT, INSERT, UPDATE (state, ended_at) ON disputes TO lading_app;
INSERT INTO legal_moves VALUES ('disputes', '', 'open'), ('disputes', 'open', 'won'), ('disputes', 'open', 'lost');
CREATE TRIGGER disputes_move AFTER INSERT OR UPDATE OF state ON disputes FOR EACH ROW EXECUTE FUNCTION move_legally('state');

-- Validated by a file of its own, which stops nobody.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check,
  ADD CONSTRAINT ledger_entries_account_check CHECK (account IN ('processor', 'customer_funds', 'carrier_payable', 'commission', 'rate_variance',
    'refunds_payable', 'refunds_given', 'dispute_hold', 'loss')) NOT VALID;

-- A label is bought and kept in one transaction. Where there is outside storage it is moved there afterwards: whoever moves it notes first
-- where to and until when, and its bytes leave the database when they have safely arrived.
ALTER TABLE shipment_labels
  ALTER COLUMN bytes DROP NOT NULL,
  ADD COLUMN stored_as    text,
  ADD COLUMN moving_until timestamptz,
  ADD COLUMN sha256       bytea,
  ADD CONSTRAINT shipment_labels_somewhere CHECK (bytes IS NOT NULL OR (stored_as IS NOT NULL AND sha256 IS NOT NULL)) NOT VALID;
GRANT UPDATE (bytes, stored_as, moving_until, sha256) ON shipment_labels TO lading_app;

-- Bytes may go, never change; and only whoever has seen exactly these bytes arrive knows their hash.
CREATE FUNCTION refuse_other_label() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a label only leaves for the place that was noted before, and does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER shipment_labels_keep BEFORE UPDATE OF bytes, sha256 ON shipment_labels FOR EACH ROW
  WHEN (NEW.bytes IS NOT NULL OR NEW.sha256 IS DISTINCT FROM sha256(OLD.bytes) OR OLD.stored_as IS NULL)
  EXECUTE FUNCTION refuse_other_label();
CREATE TRIGGER shipment_labels_keep_place BEFORE UPDATE OF stored_as ON shipment_labels FOR EACH ROW
  WHEN (NEW.stored_as IS DISTINCT FROM OLD.stored_as AND OLD.stored_as IS NOT NULL) EXECUTE FUNCTION refuse_other_label();

-- Files in outside storage whose label is gone.
CREATE TABLE label_leftovers (
  stored_as text PRIMARY KEY,
  noted_at  timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, DELETE ON label_leftovers TO lading_app;
