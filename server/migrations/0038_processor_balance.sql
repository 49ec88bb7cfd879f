-- rolling: yes
-- The operator's money at the payment provider, as the provider reports it: each movement once, with what it cost.
CREATE TABLE processor_movements (
  id           text PRIMARY KEY,
  provider     text NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('charge', 'refund', 'dispute', 'adjustment', 'fee', 'payout', 'other')),
  amount_cents bigint NOT NULL,
  fee_cents    bigint NOT NULL,
  net_cents    bigint NOT NULL,
  currency     text NOT NULL,
  created_at   timestamptz NOT NULL,
  available_at timestamptz NOT NULL,
  -- At the provider.
  source_id    text,
  intent_id    text,
  refund_key   text,
  dispute_id   text,
  -- Ours, once it is found.
  payment_id   uuid REFERENCES payments (id),
  refund_id    uuid REFERENCES refunds (id),
  -- The payout that contains it. It may be known before the payout itself is stored.
  payout_id    text,
  -- What the ledger has as the fee. Zero for other currencies.
  booked_cents bigint NOT NULL DEFAULT 0,
  read_at      timestamptz NOT NULL
);
CREATE INDEX processor_movements_by_time ON processor_movements (created_at DESC, id DESC);
CREATE INDEX processor_movements_read ON processor_movements (read_at);
CREATE INDEX processor_movements_of_payment ON processor_movements (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX processor_movements_of_refund ON processor_movements (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX processor_movements_of_payout ON processor_movements (payout_id) WHERE payout_id IS NOT NULL;
-- What still has to be matched or was never ours.
CREATE INDEX processor_movements_unmatched ON processor_movements (read_at)
  WHERE payment_id IS NULL AND kind NOT IN ('fee', 'payout');
GRANT SELECT, INSERT, UPDATE (payment_id, refund_id, payout_id) ON processor_movements TO lading_app;

-- Transfers to the operator's bank account. `status` is the provider's.
CREATE TABLE processor_payouts (
  id           text PRIMARY KEY,
  provider     text NOT NULL,
  amount_cents bigint NOT NULL,
  currency     text NOT NULL,
  status       text NOT NULL CHECK (status IN ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  created_at   timestamptz NOT NULL,
  arrives_at   timestamptz NOT NULL,
  -- Whether the provider says what it consists of.
  itemized     boolean NOT NULL,
  failure      text,
  -- When its movements were last read completely.
  items_read_at timestamptz,
  read_at      timestamptz NOT NULL
);
CREATE INDEX processor_payouts_by_time ON processor_payouts (created_at DESC, id DESC);
GRANT SELECT, INSERT, UPDATE ON processor_payouts TO lading_app;

-- How far each provider's list was read. A run reads everything since `read_until`, less an overlap, page by page.
CREATE TABLE processor_reads (
  provider      text PRIMARY KEY,
  -- Payments before this time may have no movement.
  first_read_at timestamptz NOT NULL,
  read_from     timestamptz NOT NULL,
  read_until    timestamptz NOT NULL,
  -- The run in progress: where it started, when, and its last page.
  run_since     timestamptz,
  run_started_at timestamptz,
  run_after     text,
  -- When a run last read far back.
  deep_read_at  timestamptz,
  completed_at  timestamptz,
  payouts_read_at timestamptz,
  -- On the database's clock: until then, no other process starts.
  next_read_at  timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON processor_reads TO lading_app;

-- The test gateway's own records of the same.
CREATE TABLE sandbox.gateway_movements (
  movement_id  text PRIMARY KEY,
  seq          bigint GENERATED ALWAYS AS IDENTITY,
  kind         text NOT NULL CHECK (kind IN ('charge', 'refund', 'dispute', 'payout')),
  intent_id    text REFERENCES sandbox.gateway_intents (intent_id),
  refund_key   text REFERENCES sandbox.gateway_refunds (key),
  amount_cents bigint NOT NULL,
  fee_cents    bigint NOT NULL,
  payout_id    text,
  created_at   timestamptz NOT NULL,
  available_at timestamptz NOT NULL
);
CREATE INDEX gateway_movements_by_time ON sandbox.gateway_movements (created_at DESC, seq DESC);
CREATE INDEX gateway_movements_of_payout ON sandbox.gateway_movements (payout_id);
GRANT SELECT, INSERT, UPDATE ON sandbox.gateway_movements TO lading_app;

CREATE TABLE sandbox.gateway_payouts (
  payout_id    text PRIMARY KEY,
  amount_cents bigint NOT NULL,
  created_at   timestamptz NOT NULL,
  arrives_at   timestamptz NOT NULL,
  failed_at    timestamptz
);
GRANT SELECT, INSERT, UPDATE ON sandbox.gateway_payouts TO lading_app;
