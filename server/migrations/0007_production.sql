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

-- Not validated: what is there obeys a narrower rule.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check,
  ADD CONSTRAINT ledger_entries_account_check CHECK (account IN ('processor', 'customer_funds', 'carrier_payable', 'commission', 'rate_variance',
    'refunds_payable', 'refunds_given', 'dispute_hold', 'loss')) NOT VALID;

-- A label is bought and kept in one transaction; one that is to lie in outside storage is moved there afterwards, and its bytes leave the
-- database when they have safely arrived.
ALTER TABLE shipment_labels
  ALTER COLUMN bytes DROP NOT NULL,
  ADD COLUMN to_be_moved boolean NOT NULL DEFAULT false,
  ADD COLUMN stored_as text,
  ADD CONSTRAINT shipment_labels_somewhere CHECK (bytes IS NOT NULL OR stored_as IS NOT NULL) NOT VALID;
CREATE INDEX shipment_labels_to_move ON shipment_labels (shipment_id) WHERE to_be_moved;
GRANT UPDATE (bytes, to_be_moved, stored_as) ON shipment_labels TO lading_app;

-- Files in outside storage whose label is gone.
CREATE TABLE label_leftovers (
  stored_as text PRIMARY KEY,
  noted_at  timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, DELETE ON label_leftovers TO lading_app;
