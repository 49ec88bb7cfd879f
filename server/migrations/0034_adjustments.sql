-- rolling: yes

-- Invoices of carriers and of label providers, as imported by the operator.
CREATE TABLE carrier_invoices (
  id                 uuid PRIMARY KEY,
  -- The carrier, or 'Shippo'.
  carrier            text NOT NULL CHECK (length(carrier) BETWEEN 1 AND 40),
  account            text NOT NULL CHECK (length(account) <= 60),
  invoice_number     text NOT NULL CHECK (length(invoice_number) BETWEEN 1 AND 60),
  invoice_date       date NOT NULL,
  layout             text NOT NULL CHECK (layout IN ('ups', 'fedex', 'shippo', 'csv')),
  file_name          text NOT NULL CHECK (length(file_name) <= 200),
  file_sha256        bytea NOT NULL CHECK (octet_length(file_sha256) = 32),
  line_count         integer NOT NULL CHECK (line_count >= 0),
  total_cents        bigint NOT NULL,
  -- What the carrier states as the total. Null if the file has none.
  stated_total_cents bigint,
  uploaded_by        uuid NOT NULL REFERENCES users (id),
  created_at         timestamptz NOT NULL,
  CONSTRAINT carrier_invoices_once UNIQUE (layout, carrier, account, invoice_number)
);
CREATE INDEX carrier_invoices_by_time ON carrier_invoices (created_at DESC, id DESC);
GRANT SELECT, INSERT, UPDATE (line_count, total_cents, stated_total_cents) ON carrier_invoices TO lading_app;

-- One charge each. Equal charges of an invoice differ in their number within the hash, so that a repeated import adds nothing.
CREATE TABLE carrier_invoice_lines (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id      uuid NOT NULL REFERENCES carrier_invoices (id),
  row_hash        bytea NOT NULL CHECK (octet_length(row_hash) = 32),
  line_no         integer NOT NULL CHECK (line_no > 0),
  tracking_number text CHECK (length(tracking_number) <= 60),
  -- `freight` is the price of the transport. Without one, the label's cost is taken as billed.
  kind            text NOT NULL CHECK (kind IN ('freight', 'charge', 'correction')),
  reason          text NOT NULL,
  description     text NOT NULL CHECK (length(description) <= 200),
  cents           bigint NOT NULL,
  -- What the carrier measured: weightGrams, dimensions, zone, service, and the zone that it corrected.
  measured        jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(measured) = 'object'),
  shipment_id     uuid REFERENCES shipments (id),
  unmatched       text CHECK (unmatched IN ('account_charge', 'unknown_shipment')),
  adjustment_id   uuid,
  -- When the shipment's difference was booked, or found to be zero.
  booked_at       timestamptz,
  CONSTRAINT carrier_invoice_lines_once UNIQUE (invoice_id, row_hash),
  CHECK ((shipment_id IS NULL) = (unmatched IS NOT NULL)),
  CHECK (unmatched IS NULL OR booked_at IS NOT NULL)
);
CREATE INDEX carrier_invoice_lines_of_shipment ON carrier_invoice_lines (shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX carrier_invoice_lines_of_adjustment ON carrier_invoice_lines (adjustment_id) WHERE adjustment_id IS NOT NULL;
CREATE INDEX carrier_invoice_lines_unmatched ON carrier_invoice_lines (invoice_id, line_no) WHERE unmatched IS NOT NULL;
CREATE INDEX carrier_invoice_lines_to_book ON carrier_invoice_lines (invoice_id, shipment_id) WHERE booked_at IS NULL;
GRANT SELECT, INSERT, UPDATE (adjustment_id, booked_at) ON carrier_invoice_lines TO lading_app;

-- What a carrier bills for a shipment besides what was booked as its cost.
CREATE TABLE adjustments (
  id                    uuid PRIMARY KEY,
  shipment_id           uuid NOT NULL REFERENCES shipments (id),
  user_id               uuid NOT NULL REFERENCES users (id),
  carrier               text NOT NULL,
  service               text NOT NULL,
  invoice_id            uuid NOT NULL REFERENCES carrier_invoices (id),
  reason                text NOT NULL CHECK (reason IN ('weight', 'size', 'packaging', 'service', 'zone', 'origin_zip', 'address_correction', 'residential',
    'delivery_area', 'handling', 'oversize', 'duplicate_use', 'refunded_label_used', 'return', 'duties_taxes', 'fuel', 'credit', 'unknown')),
  claimed_weight_grams  integer,
  measured_weight_grams integer,
  claimed_dimensions    text,
  measured_dimensions   text,
  claimed_zone          text,
  measured_zone         text,
  claimed_service       text,
  measured_service      text,
  -- Negative for a credit.
  billed_cents          bigint NOT NULL CHECK (billed_cents <> 0),
  -- What the client pays of it.
  client_cents          bigint NOT NULL,
  fee_cents             bigint NOT NULL CHECK (fee_cents >= 0),
  outcome               text NOT NULL CHECK (outcome IN ('passed_on', 'absorbed')),
  -- Refunded to the client after a dispute that was won.
  reversed_cents        bigint NOT NULL DEFAULT 0 CHECK (reversed_cents >= 0),
  reversed_fee_cents    bigint NOT NULL DEFAULT 0 CHECK (reversed_fee_cents BETWEEN 0 AND fee_cents),
  -- The email that reports it to the client.
  notice_id             uuid,
  created_at            timestamptz NOT NULL,
  CHECK ((outcome = 'passed_on') = (client_cents <> 0)),
  CHECK (client_cents BETWEEN least(billed_cents, 0) AND greatest(billed_cents, 0)),
  CHECK (fee_cents = 0 OR client_cents > 0),
  CHECK (reversed_cents <= greatest(client_cents, 0))
);
CREATE INDEX adjustments_by_time ON adjustments (created_at DESC, id DESC);
CREATE INDEX adjustments_of_user ON adjustments (user_id, created_at DESC);
CREATE INDEX adjustments_of_shipment ON adjustments (shipment_id);
CREATE INDEX adjustments_of_invoice ON adjustments (invoice_id);
CREATE INDEX adjustments_of_notice ON adjustments (notice_id) WHERE notice_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (reversed_cents, reversed_fee_cents, notice_id) ON adjustments TO lading_app;
ALTER TABLE carrier_invoice_lines ADD FOREIGN KEY (adjustment_id) REFERENCES adjustments (id);

-- A client's objection to an adjustment.
CREATE TABLE adjustment_disputes (
  id            uuid PRIMARY KEY,
  adjustment_id uuid NOT NULL UNIQUE REFERENCES adjustments (id),
  user_id       uuid NOT NULL REFERENCES users (id),
  state         text NOT NULL CHECK (state IN ('open', 'sent', 'won', 'lost', 'expired')),
  reason        text NOT NULL CHECK (length(reason) <= 500),
  opened_at     timestamptz NOT NULL,
  sent_at       timestamptz,
  ended_at      timestamptz,
  CHECK ((state IN ('open', 'sent')) = (ended_at IS NULL))
);
CREATE INDEX adjustment_disputes_of_user ON adjustment_disputes (user_id);
CREATE INDEX adjustment_disputes_undecided ON adjustment_disputes (state) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE (state, reason, sent_at, ended_at) ON adjustment_disputes TO lading_app;
INSERT INTO legal_moves VALUES ('adjustment_disputes', '', 'open'),
  ('adjustment_disputes', 'open', 'sent'), ('adjustment_disputes', 'open', 'won'), ('adjustment_disputes', 'open', 'lost'),
  ('adjustment_disputes', 'open', 'expired'),
  ('adjustment_disputes', 'sent', 'won'), ('adjustment_disputes', 'sent', 'lost'), ('adjustment_disputes', 'sent', 'expired');
CREATE TRIGGER adjustment_disputes_move AFTER INSERT OR UPDATE OF state ON adjustment_disputes
  FOR EACH ROW EXECUTE FUNCTION move_legally('state');
CREATE TRIGGER adjustment_disputes_of_people BEFORE INSERT ON adjustment_disputes FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();

-- Files that a client adds to a dispute.
CREATE TABLE adjustment_evidence (
  id            uuid PRIMARY KEY,
  adjustment_id uuid NOT NULL REFERENCES adjustments (id),
  user_id       uuid NOT NULL REFERENCES users (id),
  file_name     text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  content_type  text NOT NULL CHECK (content_type IN ('application/pdf', 'image/png', 'image/jpeg')),
  sha256        bytea NOT NULL CHECK (octet_length(sha256) = 32),
  bytes         bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 5242880),
  created_at    timestamptz NOT NULL,
  CONSTRAINT adjustment_evidence_once UNIQUE (adjustment_id, sha256)
);
CREATE INDEX adjustment_evidence_of_user ON adjustment_evidence (user_id);
CREATE TRIGGER adjustment_evidence_of_people BEFORE INSERT ON adjustment_evidence FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, DELETE ON adjustment_evidence TO lading_app;

-- Who pays adjustments. The row without a client is the default.
CREATE TABLE adjustment_policies (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id         uuid REFERENCES users (id),
  mode            text NOT NULL CHECK (mode IN ('pass_on', 'absorb')),
  threshold_cents bigint NOT NULL CHECK (threshold_cents >= 0),
  fee_cents       bigint NOT NULL CHECK (fee_cents >= 0),
  updated_at      timestamptz NOT NULL,
  CONSTRAINT adjustment_policies_one UNIQUE NULLS NOT DISTINCT (user_id)
);
CREATE TRIGGER adjustment_policies_of_people BEFORE INSERT ON adjustment_policies FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
INSERT INTO adjustment_policies (mode, threshold_cents, fee_cents, updated_at) VALUES ('pass_on', 50, 0, now());
GRANT SELECT, INSERT, UPDATE, DELETE ON adjustment_policies TO lading_app;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check CHECK (kind IN ('receipt', 'refund', 'batch', 'top_up_failed', 'card_expiring', 'adjustments')) NOT VALID;
