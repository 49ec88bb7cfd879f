-- rolling: yes

-- What the operator's documents say about the operator. Nothing is issued before the operator has saved it.
CREATE TABLE billing_settings (
  only_row             boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  legal_name           text NOT NULL DEFAULT '',
  address_lines        jsonb NOT NULL DEFAULT '[]',
  tax_id               text NOT NULL DEFAULT '',
  contact_email        text NOT NULL DEFAULT '',
  number_prefix        text NOT NULL DEFAULT '',
  payment_instructions text NOT NULL DEFAULT '',
  -- Included in prices. Without lines, documents give the reason.
  tax_lines            jsonb NOT NULL DEFAULT '[]',
  no_tax_reason        text NOT NULL DEFAULT '',
  -- The first month with documents.
  starts_on            date CHECK (extract(day FROM starts_on) = 1),
  -- The first month whose documents are not all issued.
  next_month           date CHECK (extract(day FROM next_month) = 1),
  -- Every payment that succeeded before has a receipt.
  receipts_until       timestamptz,
  updated_at           timestamptz NOT NULL DEFAULT now(),
  CHECK ((starts_on IS NULL) = (next_month IS NULL) AND (starts_on IS NULL) = (receipts_until IS NULL)),
  CHECK (starts_on IS NULL OR legal_name <> '')
);
INSERT INTO billing_settings DEFAULT VALUES;
GRANT SELECT, UPDATE ON billing_settings TO lading_app;

-- When a debt is due: at the end of the due date of its month's invoice, or after the payment term where no invoices are issued.
CREATE FUNCTION debt_due_at(created_at timestamptz, due_days integer) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN starts_on <= operator_day(created_at)
    THEN operator_day_start((date_trunc('month', operator_day(created_at)) + interval '1 month')::date + due_days + 1)
    ELSE created_at + due_days * interval '1 day' END
  FROM billing_settings
$$;

-- What a client wants on documents instead of the name and address of the profile.
CREATE TABLE billing_details (
  user_id       uuid PRIMARY KEY REFERENCES users (id),
  company       text NOT NULL,
  address_lines jsonb NOT NULL,
  tax_id        text NOT NULL,
  reference     text NOT NULL,
  updated_at    timestamptz NOT NULL
);
CREATE TRIGGER billing_details_of_people BEFORE INSERT ON billing_details FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, UPDATE, DELETE ON billing_details TO lading_app;

-- The last number of each kind and year. The row is locked until the document is committed, so an aborted issue leaves no gap.
CREATE TABLE billing_counters (
  kind text NOT NULL CHECK (kind IN ('receipt', 'statement', 'invoice', 'credit_note')),
  year integer NOT NULL,
  last integer NOT NULL CHECK (last >= 0),
  PRIMARY KEY (kind, year)
);
GRANT SELECT, INSERT, UPDATE (last) ON billing_counters TO lading_app;

-- A client's month whose documents are issued. A second process waits for the first one here and then issues nothing.
CREATE TABLE billing_runs (
  id        uuid PRIMARY KEY,
  user_id   uuid NOT NULL REFERENCES users (id),
  month     date NOT NULL CHECK (extract(day FROM month) = 1),
  -- The last balance entry on the statement; 0 without any. The next statement starts after it.
  last_entry bigint NOT NULL,
  issued_at timestamptz NOT NULL,
  UNIQUE (user_id, month)
);
CREATE TRIGGER billing_runs_append_only BEFORE UPDATE OR DELETE ON billing_runs FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
GRANT SELECT, INSERT ON billing_runs TO lading_app;

CREATE TABLE billing_documents (
  id             uuid PRIMARY KEY,
  kind           text NOT NULL CHECK (kind IN ('receipt', 'statement', 'invoice', 'credit_note')),
  number         text NOT NULL UNIQUE,
  year           integer NOT NULL,
  sequence       integer NOT NULL CHECK (sequence > 0),
  user_id        uuid NOT NULL REFERENCES users (id),
  run_id         uuid REFERENCES billing_runs (id),
  payment_id     uuid UNIQUE REFERENCES payments (id),
  -- The invoice that a credit note corrects.
  corrects       uuid REFERENCES billing_documents (id),
  -- The first and the last day.
  period_start   date,
  period_end     date,
  issued_at      timestamptz NOT NULL,
  due_on         date,
  subtotal_cents bigint NOT NULL,
  tax_cents      bigint NOT NULL,
  -- Of a statement, the closing balance.
  total_cents    bigint NOT NULL,
  paid_cents     bigint NOT NULL,
  due_cents      bigint NOT NULL,
  -- Everything that is printed.
  content        jsonb NOT NULL,
  UNIQUE (kind, year, sequence),
  CHECK (subtotal_cents + tax_cents = total_cents),
  CHECK ((kind = 'receipt') = (payment_id IS NOT NULL) AND (kind = 'receipt') = (run_id IS NULL)),
  CHECK ((kind = 'receipt') = (period_start IS NULL) AND (kind = 'receipt') = (period_end IS NULL)),
  CHECK ((kind = 'credit_note') = (corrects IS NOT NULL)),
  CHECK (kind <> 'invoice' OR (total_cents >= 0 AND due_cents >= 0 AND paid_cents + due_cents = total_cents)),
  CHECK (kind NOT IN ('receipt', 'credit_note') OR total_cents > 0)
);
CREATE UNIQUE INDEX billing_documents_of_month ON billing_documents (user_id, period_start, kind) WHERE kind IN ('statement', 'invoice');
CREATE UNIQUE INDEX billing_documents_of_invoice ON billing_documents (corrects, period_start) WHERE corrects IS NOT NULL;
CREATE INDEX billing_documents_of_user ON billing_documents (user_id, issued_at DESC, number DESC);
CREATE INDEX billing_documents_by_time ON billing_documents (issued_at DESC, number DESC);
CREATE INDEX billing_documents_of_run ON billing_documents (run_id) WHERE run_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (content) ON billing_documents TO lading_app;

-- An issued document never changes. Only what it says about an erased client does.
CREATE FUNCTION keep_billing_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'content' = to_jsonb(OLD) - 'content'
     AND EXISTS (SELECT FROM users WHERE id = OLD.user_id AND erased_at IS NOT NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an issued billing document never changes' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER billing_documents_final BEFORE UPDATE OR DELETE ON billing_documents FOR EACH ROW EXECUTE FUNCTION keep_billing_document();
CREATE TRIGGER billing_documents_no_truncate BEFORE TRUNCATE ON billing_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();

-- The card that paid, for the receipt. Deleted with the client.
CREATE TABLE payment_cards (
  payment_id uuid PRIMARY KEY REFERENCES payments (id),
  brand      text NOT NULL,
  last4      text NOT NULL CHECK (last4 ~ '^[0-9]{4}$')
);
GRANT SELECT, INSERT, DELETE ON payment_cards TO lading_app;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check
    CHECK (kind IN ('receipt', 'refund', 'batch', 'top_up_failed', 'card_expiring', 'adjustments', 'billing_documents')) NOT VALID;
