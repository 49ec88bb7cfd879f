-- Prices, payments, shipments, refunds and the books. Money is whole cents. Every row in a passing state is driven to its end by the sweeper; what
-- may follow what is decided here, so that no mistake in a program can skip a step.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Secrets of this installation that all its processes share.
CREATE TABLE installation_secrets (
  name   text PRIMARY KEY,
  secret bytea NOT NULL CHECK (octet_length(secret) = 32)
);
GRANT SELECT, INSERT ON installation_secrets TO lading_app;

-- Commission -----------------------------------------------------------------------------------------------------------------

-- A percentage in basis points, a flat rate in cents.
CREATE TABLE global_pricing (
  only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  markup_type  text NOT NULL CHECK (markup_type IN ('percentage', 'flat_rate')),
  markup_value integer NOT NULL CHECK (markup_value >= 0),
  updated_at   timestamptz NOT NULL
);
INSERT INTO global_pricing (markup_type, markup_value, updated_at) VALUES ('percentage', 0, now());
GRANT SELECT, UPDATE ON global_pricing TO lading_app;

-- Clients without a row here use the global rule.
CREATE TABLE client_pricing (
  user_id      uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  markup_type  text NOT NULL CHECK (markup_type IN ('percentage', 'flat_rate')),
  markup_value integer NOT NULL CHECK (markup_value >= 0),
  updated_at   timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON client_pricing TO lading_app;

-- Quotes ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE quote_requests (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users (id),
  -- Of sender, receiver, parcel and ship date in one canonical form: a purchase must repeat them exactly.
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  sender       jsonb NOT NULL,
  receiver     jsonb NOT NULL,
  parcel       jsonb NOT NULL,
  ship_date    date NOT NULL,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL CHECK (expires_at > created_at)
);
CREATE INDEX quote_requests_expiry ON quote_requests (expires_at);
GRANT SELECT, INSERT, DELETE ON quote_requests TO lading_app;

CREATE TABLE quotes (
  id               uuid PRIMARY KEY,
  request_id       uuid NOT NULL REFERENCES quote_requests (id) ON DELETE CASCADE,
  user_id          uuid NOT NULL REFERENCES users (id),
  provider         text NOT NULL,
  -- The carrier's offer as it was given, for the purchase.
  carrier_rate     jsonb NOT NULL,
  cost_cents       bigint NOT NULL CHECK (cost_cents >= 0),
  commission_type  text NOT NULL CHECK (commission_type IN ('percentage', 'flat_rate')),
  commission_value integer NOT NULL CHECK (commission_value >= 0),
  commission_cents bigint NOT NULL CHECK (commission_cents >= 0),
  total_cents      bigint NOT NULL CHECK (total_cents > 0),
  consumed_by      uuid UNIQUE,
  CHECK (total_cents = cost_cents + commission_cents)
);
CREATE INDEX quotes_of_request ON quotes (request_id);
GRANT SELECT, INSERT, UPDATE (consumed_by), DELETE ON quotes TO lading_app;

-- Payments -------------------------------------------------------------------------------------------------------------------

CREATE TABLE payments (
  id                     uuid PRIMARY KEY,
  user_id                uuid NOT NULL REFERENCES users (id),
  provider               text NOT NULL,
  intent_id              text,
  amount_cents           bigint NOT NULL CHECK (amount_cents > 0),
  currency               text NOT NULL DEFAULT 'USD' CHECK (currency = 'USD'),
  description            text NOT NULL CHECK (length(description) <= 500),
  status                 text NOT NULL DEFAULT 'created' CHECK (status IN ('created', 'processing', 'succeeded', 'canceled')),
  -- Digest of the sorted quotes it pays for; null for a payment that is bound to none.
  quotes_key             bytea,
  allocated_cents        bigint NOT NULL DEFAULT 0 CHECK (allocated_cents >= 0),
  -- Given back, or on its way back: of money never allocated, and in all.
  surplus_returned_cents bigint NOT NULL DEFAULT 0 CHECK (surplus_returned_cents >= 0),
  refund_reserved_cents  bigint NOT NULL DEFAULT 0 CHECK (refund_reserved_cents >= surplus_returned_cents),
  created_at             timestamptz NOT NULL,
  succeeded_at           timestamptz,
  -- When the sweeper looks again, on the database's clock.
  next_check_at          timestamptz NOT NULL DEFAULT now(),
  checks                 integer NOT NULL DEFAULT 0,
  CONSTRAINT payments_intent UNIQUE (provider, intent_id),
  CHECK (allocated_cents + surplus_returned_cents <= amount_cents),
  CHECK (refund_reserved_cents <= amount_cents),
  CHECK ((status = 'succeeded') = (succeeded_at IS NOT NULL))
);
-- The same open quotes always lead to the same payment.
CREATE UNIQUE INDEX payments_of_quotes ON payments (user_id, quotes_key) WHERE quotes_key IS NOT NULL AND status <> 'canceled';
CREATE INDEX payments_to_check ON payments (next_check_at) WHERE status IN ('created', 'processing');
CREATE INDEX payments_with_surplus ON payments (succeeded_at)
  WHERE status = 'succeeded' AND allocated_cents + surplus_returned_cents < amount_cents;
CREATE INDEX payments_of_user ON payments (user_id, created_at);
GRANT SELECT, INSERT, UPDATE ON payments TO lading_app;

CREATE TABLE payment_quotes (
  payment_id uuid NOT NULL REFERENCES payments (id),
  quote_id   uuid NOT NULL REFERENCES quotes (id),
  PRIMARY KEY (payment_id, quote_id)
);
CREATE INDEX payment_quotes_of_quote ON payment_quotes (quote_id);
GRANT SELECT, INSERT ON payment_quotes TO lading_app;

-- Repeats of a money call by the caller's own key.
CREATE TABLE idempotency_keys (
  user_id    uuid NOT NULL REFERENCES users (id),
  route      text NOT NULL,
  key        text NOT NULL CHECK (length(key) <= 255),
  body_hash  bytea NOT NULL,
  object_id  uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO lading_app;

-- News from the card provider; kept until it was acted on, and once each.
CREATE TABLE payment_events (
  provider     text NOT NULL,
  event_id     text NOT NULL,
  intent_id    text NOT NULL,
  received_at  timestamptz NOT NULL,
  processed_at timestamptz,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_events_open ON payment_events (received_at) WHERE processed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (processed_at) ON payment_events TO lading_app;

-- Shipments ------------------------------------------------------------------------------------------------------------------

CREATE TABLE shipments (
  id                uuid PRIMARY KEY,
  user_id           uuid NOT NULL REFERENCES users (id),
  quote_id          uuid NOT NULL CONSTRAINT shipments_quote UNIQUE,
  payment_id        uuid NOT NULL REFERENCES payments (id),
  state             text NOT NULL CHECK (state IN ('paid', 'purchasing', 'purchase_unknown', 'purchased', 'in_transit', 'delivered', 'returned',
                      'purchase_failed', 'refunding', 'refunded', 'void_requested', 'voided')),
  status            text NOT NULL GENERATED ALWAYS AS (CASE
                      WHEN state IN ('paid', 'purchasing', 'purchase_unknown', 'purchased', 'void_requested') THEN 'pending'
                      WHEN state = 'in_transit' THEN 'shipped'
                      WHEN state = 'delivered' THEN 'delivered'
                      ELSE 'failed' END) STORED,
  -- Who works on it and until when, on the database's clock. A writer whose number is old has lost it.
  fence             integer NOT NULL DEFAULT 0,
  lease_until       timestamptz,
  attempts          integer NOT NULL DEFAULT 0,
  provider          text NOT NULL,
  carrier           text NOT NULL,
  service           text NOT NULL,
  service_name      text NOT NULL,
  transaction_id    text,
  tracking_number   text,
  cost_cents        bigint NOT NULL CHECK (cost_cents >= 0),
  commission_cents  bigint NOT NULL CHECK (commission_cents >= 0),
  total_cents       bigint NOT NULL CHECK (total_cents > 0),
  actual_cost_cents bigint,
  currency          text NOT NULL DEFAULT 'USD',
  sender            jsonb NOT NULL,
  receiver          jsonb NOT NULL,
  parcel            jsonb NOT NULL,
  ship_date         date NOT NULL,
  delivery_date     date,
  notes             text NOT NULL DEFAULT '' CHECK (length(notes) <= 500),
  -- What a search looks through, in small letters.
  search_text       text NOT NULL,
  created_at        timestamptz NOT NULL,
  purchased_at      timestamptz,
  delivered_at      timestamptz,
  next_track_at     timestamptz,
  downloaded_at     timestamptz,
  CONSTRAINT shipments_transaction UNIQUE (provider, transaction_id),
  CHECK (total_cents = cost_cents + commission_cents),
  CHECK (state NOT IN ('purchased', 'in_transit', 'delivered', 'returned', 'void_requested', 'voided')
         OR (transaction_id IS NOT NULL AND tracking_number IS NOT NULL AND purchased_at IS NOT NULL AND actual_cost_cents IS NOT NULL))
);
CREATE INDEX shipments_of_user ON shipments (user_id, created_at DESC, id DESC);
CREATE INDEX shipments_of_user_by_status ON shipments (user_id, status, created_at DESC, id DESC);
-- With the owner in it, a search costs what the client's own shipments cost, not everybody's.
CREATE INDEX shipments_search ON shipments USING gin (user_id, search_text gin_trgm_ops);
CREATE INDEX shipments_of_payment ON shipments (payment_id);
CREATE INDEX shipments_in_passing ON shipments (lease_until) WHERE state IN ('paid', 'purchasing', 'purchase_unknown');
CREATE INDEX shipments_to_track ON shipments (next_track_at) WHERE state IN ('purchased', 'in_transit');
GRANT SELECT, INSERT, UPDATE ON shipments TO lading_app;

ALTER TABLE quotes ADD CONSTRAINT quotes_consumed_by FOREIGN KEY (consumed_by) REFERENCES shipments (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE shipments ADD CONSTRAINT shipments_quote_exists FOREIGN KEY (quote_id) REFERENCES quotes (id);

CREATE TABLE allocations (
  shipment_id uuid PRIMARY KEY REFERENCES shipments (id),
  payment_id  uuid NOT NULL REFERENCES payments (id),
  cents       bigint NOT NULL CHECK (cents > 0)
);
CREATE INDEX allocations_of_payment ON allocations (payment_id);
GRANT SELECT, INSERT ON allocations TO lading_app;

CREATE TABLE purchase_attempts (
  -- The key that the carrier gets.
  id          uuid PRIMARY KEY,
  shipment_id uuid NOT NULL REFERENCES shipments (id),
  number      integer NOT NULL,
  state       text NOT NULL CHECK (state IN ('started', 'succeeded', 'declined', 'unknown', 'abandoned')),
  detail      text NOT NULL DEFAULT '',
  -- Look-ups that found nothing so far, and when the last one was.
  look_ups    integer NOT NULL DEFAULT 0,
  looked_at   timestamptz,
  started_at  timestamptz NOT NULL,
  ended_at    timestamptz,
  UNIQUE (shipment_id, number)
);
CREATE UNIQUE INDEX purchase_attempts_live ON purchase_attempts (shipment_id) WHERE state IN ('started', 'unknown', 'succeeded');
GRANT SELECT, INSERT, UPDATE ON purchase_attempts TO lading_app;

-- In the same transaction as the purchase, so that there is no bought shipment without its label.
CREATE TABLE shipment_labels (
  shipment_id uuid PRIMARY KEY REFERENCES shipments (id),
  format      text NOT NULL CHECK (format IN ('lading-page', 'pdf')),
  bytes       bytea NOT NULL
);
ALTER TABLE shipment_labels ALTER COLUMN bytes SET STORAGE EXTERNAL;
GRANT SELECT, INSERT ON shipment_labels TO lading_app;

CREATE TABLE tracking_events (
  shipment_id uuid NOT NULL REFERENCES shipments (id),
  happened_at timestamptz NOT NULL,
  status      text NOT NULL,
  text        text NOT NULL,
  place       text NOT NULL,
  PRIMARY KEY (shipment_id, happened_at, status, text)
);
GRANT SELECT, INSERT ON tracking_events TO lading_app;

-- Refunds --------------------------------------------------------------------------------------------------------------------

CREATE TABLE refunds (
  -- The key that the card provider gets.
  id            uuid PRIMARY KEY,
  payment_id    uuid NOT NULL REFERENCES payments (id),
  -- Null when money that bought nothing goes back.
  shipment_id   uuid REFERENCES shipments (id),
  cents         bigint NOT NULL CHECK (cents > 0),
  kind          text NOT NULL CHECK (kind IN ('surplus', 'failed_purchase', 'by_admin')),
  reason        text NOT NULL CHECK (length(reason) <= 500),
  requested_by  uuid REFERENCES users (id),
  state         text NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'submitted', 'succeeded', 'failed')),
  provider_id   text,
  detail        text NOT NULL DEFAULT '',
  created_at    timestamptz NOT NULL,
  ended_at      timestamptz,
  next_check_at timestamptz NOT NULL DEFAULT now(),
  checks        integer NOT NULL DEFAULT 0,
  CHECK ((kind = 'surplus') = (shipment_id IS NULL))
);
CREATE UNIQUE INDEX refunds_of_failed_purchase ON refunds (shipment_id) WHERE kind = 'failed_purchase';
CREATE INDEX refunds_of_payment ON refunds (payment_id);
CREATE INDEX refunds_of_shipment ON refunds (shipment_id);
CREATE INDEX refunds_open ON refunds (next_check_at) WHERE state IN ('requested', 'submitted');
GRANT SELECT, INSERT, UPDATE ON refunds TO lading_app;

-- The ledger -----------------------------------------------------------------------------------------------------------------

CREATE TABLE ledger_transactions (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What it is the booking of, so that nothing is booked twice.
  reason_key  text NOT NULL UNIQUE,
  recorded_at timestamptz NOT NULL
);
CREATE TABLE ledger_entries (
  transaction_id bigint NOT NULL REFERENCES ledger_transactions (id),
  account        text NOT NULL CHECK (account IN ('processor', 'customer_funds', 'carrier_payable', 'commission', 'rate_variance', 'refunds_payable',
                   'refunds_given')),
  -- Debit is positive, credit negative.
  cents          bigint NOT NULL CHECK (cents <> 0),
  PRIMARY KEY (transaction_id, account)
);
CREATE INDEX ledger_entries_of_account ON ledger_entries (account) INCLUDE (cents);
GRANT SELECT, INSERT ON ledger_transactions, ledger_entries TO lading_app;

CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();

CREATE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT coalesce(sum(cents), 0) FROM ledger_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();

-- Legal moves ----------------------------------------------------------------------------------------------------------------

CREATE TABLE legal_moves (
  object     text NOT NULL,
  from_state text NOT NULL,
  to_state   text NOT NULL,
  PRIMARY KEY (object, from_state, to_state)
);
INSERT INTO legal_moves VALUES
  ('payments', '', 'created'),
  ('payments', 'created', 'processing'), ('payments', 'created', 'succeeded'), ('payments', 'created', 'canceled'),
  ('payments', 'processing', 'created'), ('payments', 'processing', 'succeeded'), ('payments', 'processing', 'canceled'),
  ('shipments', '', 'paid'),
  ('shipments', 'paid', 'purchasing'), ('shipments', 'paid', 'purchase_failed'),
  ('shipments', 'purchasing', 'purchased'), ('shipments', 'purchasing', 'purchase_unknown'),
  ('shipments', 'purchasing', 'purchase_failed'), ('shipments', 'purchasing', 'paid'),
  ('shipments', 'purchase_unknown', 'purchased'), ('shipments', 'purchase_unknown', 'paid'),
  ('shipments', 'purchase_unknown', 'purchase_failed'), ('shipments', 'purchase_unknown', 'purchasing'),
  ('shipments', 'purchase_failed', 'refunding'), ('shipments', 'refunding', 'refunded'),
  ('shipments', 'purchased', 'in_transit'), ('shipments', 'purchased', 'delivered'), ('shipments', 'purchased', 'returned'),
  ('shipments', 'purchased', 'void_requested'), ('shipments', 'void_requested', 'purchased'), ('shipments', 'void_requested', 'voided'),
  ('shipments', 'in_transit', 'delivered'), ('shipments', 'in_transit', 'returned'),
  ('refunds', '', 'requested'),
  ('refunds', 'requested', 'submitted'), ('refunds', 'submitted', 'succeeded'), ('refunds', 'submitted', 'failed'),
  ('refunds', 'succeeded', 'failed');
GRANT SELECT ON legal_moves TO lading_app;

CREATE TABLE transitions (
  seq        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  object     text NOT NULL,
  object_id  uuid NOT NULL,
  from_state text NOT NULL,
  to_state   text NOT NULL,
  moved_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX transitions_of_object ON transitions (object_id, seq);
CREATE TRIGGER transitions_append_only BEFORE UPDATE OR DELETE ON transitions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
GRANT SELECT ON transitions TO lading_app;

-- Runs with the owner's rights: the application can cause a record of a move, and cannot write one.
CREATE FUNCTION move_legally() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  field text := TG_ARGV[0];
  old_state text := CASE WHEN TG_OP = 'INSERT' THEN '' ELSE to_jsonb(OLD) ->> field END;
  new_state text := to_jsonb(NEW) ->> field;
BEGIN
  IF old_state = new_state THEN RETURN NEW; END IF;
  IF NOT EXISTS (SELECT FROM legal_moves WHERE object = TG_TABLE_NAME AND from_state = old_state AND to_state = new_state) THEN
    RAISE EXCEPTION '% may not go from "%" to "%"', TG_TABLE_NAME, old_state, new_state USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO transitions (object, object_id, from_state, to_state) VALUES (TG_TABLE_NAME, NEW.id, old_state, new_state);
  RETURN NEW;
END $$;
CREATE TRIGGER payments_move AFTER INSERT OR UPDATE OF status ON payments FOR EACH ROW EXECUTE FUNCTION move_legally('status');
CREATE TRIGGER shipments_move AFTER INSERT OR UPDATE OF state ON shipments FOR EACH ROW EXECUTE FUNCTION move_legally('state');
CREATE TRIGGER refunds_move AFTER INSERT OR UPDATE OF state ON refunds FOR EACH ROW EXECUTE FUNCTION move_legally('state');

-- Finds the record of one movement of money.
CREATE INDEX audit_logs_of_money ON audit_logs ((coalesce(details ->> 'shipmentId', details ->> 'refundId', details ->> 'paymentId')))
  WHERE event_type IN ('PAYMENT_SUCCEEDED', 'LABEL_PURCHASED', 'REFUND_SUCCEEDED', 'REFUND_FAILED');

-- What does not add up, once per object until it is mended --------------------------------------------------------------------

CREATE TABLE breaks (
  kind          text NOT NULL,
  object_id     text NOT NULL,
  detail        text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  resolved_at   timestamptz,
  PRIMARY KEY (kind, object_id)
);
CREATE INDEX breaks_open ON breaks (first_seen_at) WHERE resolved_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON breaks TO lading_app;

-- The client's own things ----------------------------------------------------------------------------------------------------

CREATE TABLE client_profiles (
  user_id         uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  default_address jsonb NOT NULL,
  updated_at      timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON client_profiles TO lading_app;

CREATE TABLE saved_addresses (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  address    jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX saved_addresses_of_user ON saved_addresses (user_id, created_at DESC);
CREATE TABLE saved_parcels (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  parcel     jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX saved_parcels_of_user ON saved_parcels (user_id, created_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_addresses, saved_parcels TO lading_app;
