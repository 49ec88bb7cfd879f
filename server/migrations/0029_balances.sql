-- Not rolling: a process of an earlier version would spend a top-up on labels.

-- A client's prepaid money. Below zero, the client owes the operator. `credit_limit_cents` is how far spending may go below zero.
CREATE TABLE balances (
  user_id            uuid PRIMARY KEY REFERENCES users (id),
  cents              bigint NOT NULL DEFAULT 0,
  credit_limit_cents bigint NOT NULL DEFAULT 0 CHECK (credit_limit_cents >= 0),
  due_days           integer NOT NULL DEFAULT 30 CHECK (due_days BETWEEN 0 AND 365),
  -- Where the client wants refunds. Null follows the operator's setting.
  refund_to          text CHECK (refund_to IN ('card', 'balance')),
  updated_at         timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON balances TO lading_app;

-- Where refunds of card payments go. Refunds of labels that a balance paid for go to the balance.
CREATE TABLE balance_settings (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  refunds    text NOT NULL DEFAULT 'client_chooses' CHECK (refunds IN ('card', 'balance', 'client_chooses')),
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO balance_settings DEFAULT VALUES;
GRANT SELECT, UPDATE ON balance_settings TO lading_app;

-- Every change of a balance. The ledger transaction with the same key has the same amount in `client_balances`, with the other sign.
CREATE TABLE balance_entries (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES balances (user_id),
  reason_key    text NOT NULL UNIQUE,
  kind          text NOT NULL CHECK (kind IN ('top_up', 'deposit', 'labels', 'released', 'refund', 'adjustment', 'dispute', 'payout', 'correction')),
  cents         bigint NOT NULL CHECK (cents <> 0),
  -- The balance and the credit limit after this entry.
  balance_cents bigint NOT NULL,
  limit_cents   bigint NOT NULL,
  payment_id    uuid REFERENCES payments (id),
  refund_id     uuid REFERENCES refunds (id),
  shipment_id   uuid REFERENCES shipments (id),
  -- What the operator wrote about a deposit or a correction.
  note          text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  created_at    timestamptz NOT NULL
);
CREATE INDEX balance_entries_of_user ON balance_entries (user_id, id);
CREATE INDEX balance_entries_of_payment ON balance_entries (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX balance_entries_of_shipment ON balance_entries (shipment_id) WHERE shipment_id IS NOT NULL;
-- Only the note can change: it is erased with the client.
GRANT SELECT, INSERT, UPDATE (note) ON balance_entries TO lading_app;

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check,
  ADD CONSTRAINT ledger_entries_account_check CHECK (account IN ('processor', 'customer_funds', 'carrier_payable', 'commission', 'rate_variance',
    'refunds_payable', 'refunds_given', 'dispute_hold', 'loss', 'client_balances', 'balance_holds', 'bank', 'processor_fees', 'carrier_adjustments',
    'adjustment_fees', 'bad_debt')) NOT VALID;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_account_check;

-- A payment buys labels or tops up a balance. `balance_cents` is the part of a label payment that the balance pays, held from the start.
ALTER TABLE payments
  ADD COLUMN purpose       text NOT NULL DEFAULT 'labels' CHECK (purpose IN ('labels', 'top_up')),
  ADD COLUMN balance_cents bigint NOT NULL DEFAULT 0 CHECK (balance_cents BETWEEN 0 AND amount_cents),
  ADD CONSTRAINT payments_top_up_buys_nothing CHECK (purpose = 'labels' OR (allocated_cents = 0 AND balance_cents = 0 AND quotes_key IS NULL AND batch_id IS NULL));
DROP INDEX payments_with_surplus;
CREATE INDEX payments_with_surplus ON payments (succeeded_at)
  WHERE status = 'succeeded' AND purpose = 'labels' AND allocated_cents + surplus_returned_cents < amount_cents;

-- A payout refunds a top-up that is no longer wanted as a balance.
ALTER TABLE refunds
  ADD COLUMN destination text NOT NULL DEFAULT 'card' CHECK (destination IN ('card', 'balance')),
  DROP CONSTRAINT refunds_kind_check,
  ADD CONSTRAINT refunds_kind_check CHECK (kind IN ('surplus', 'failed_purchase', 'by_admin', 'payout')),
  DROP CONSTRAINT refunds_check,
  ADD CONSTRAINT refunds_check CHECK ((kind IN ('surplus', 'payout')) = (shipment_id IS NULL));
