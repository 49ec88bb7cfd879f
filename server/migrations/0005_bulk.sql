-- Batches: the rows of an uploaded file from the first look at them to their labels. Money and labels have their truth in payments and shipments;
-- a row here only says what was asked for and how far it is.

CREATE TABLE bulk_batches (
  id              uuid PRIMARY KEY,
  user_id         uuid NOT NULL REFERENCES users (id),
  file_name       text NOT NULL CHECK (length(file_name) <= 255),
  file_hash       bytea NOT NULL CHECK (octet_length(file_hash) = 32),
  source          text NOT NULL,
  columns         jsonb NOT NULL,
  decimal_comma   boolean NOT NULL,
  row_count       integer NOT NULL CHECK (row_count BETWEEN 1 AND 10000),
  step            text NOT NULL DEFAULT 'upload' CHECK (step IN ('upload', 'rate_selection', 'generation_summary')),
  -- Every change of a row takes the next number under the lock on its batch, so that whoever has seen number n has seen all before it.
  version         bigint NOT NULL DEFAULT 0,
  -- How much work was begun, and when: what is left tells how far it is.
  work_total      integer NOT NULL DEFAULT 0,
  work_started_at timestamptz,
  paused_at       timestamptz,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  discarded_at    timestamptz,
  UNIQUE (id, user_id)
);
CREATE INDEX bulk_batches_of_user ON bulk_batches (user_id, created_at DESC);
CREATE INDEX bulk_batches_of_file ON bulk_batches (user_id, file_hash);
-- The same list of rates bought in one call is one batch.
CREATE UNIQUE INDEX bulk_batches_of_call ON bulk_batches (user_id, file_hash) WHERE source = 'api';
GRANT SELECT, INSERT, UPDATE ON bulk_batches TO lading_app;

CREATE TABLE bulk_rows (
  batch_id      uuid NOT NULL REFERENCES bulk_batches (id),
  number        integer NOT NULL CHECK (number > 0),
  line          integer NOT NULL,
  cells         jsonb NOT NULL,
  original      jsonb NOT NULL,
  filled        jsonb NOT NULL,
  status        text NOT NULL DEFAULT 'pending'
                  CHECK (status IN ('pending', 'invalid', 'rates_loaded', 'rate_selected', 'label_generated', 'label_failed')),
  removed       boolean NOT NULL DEFAULT false,
  problems      jsonb NOT NULL DEFAULT '[]',
  error         text,
  -- What can be priced; null while something is wrong.
  shipment      jsonb,
  validations   jsonb,
  -- Of whom, to whom, what and when: the same again is pointed out.
  digest        bytea,
  twin          jsonb,
  rates         jsonb NOT NULL DEFAULT '[]',
  messages      jsonb NOT NULL DEFAULT '[]',
  -- The quotes behind the rates: a payment for one of them is a payment for this row.
  offered       uuid[] NOT NULL DEFAULT '{}',
  selected      uuid,
  -- The selected one of the rates.
  chosen        jsonb,
  chosen_by     text CHECK (chosen_by IN ('rule', 'hand')),
  cents         bigint,
  payment_id    uuid REFERENCES payments (id),
  -- Payments whose money for this row went back: they buy it no more, whoever asks.
  returned      uuid[] NOT NULL DEFAULT '{}',
  shipment_id   uuid REFERENCES shipments (id),
  -- What is to be done with it next, by whoever holds the lease, on the database's clock.
  work          text CHECK (work IN ('addresses', 'rates', 'labels')),
  lease_until   timestamptz,
  tries         integer NOT NULL DEFAULT 0,
  version       bigint NOT NULL,
  -- The version that last changed the cells.
  cells_version bigint NOT NULL,
  PRIMARY KEY (batch_id, number),
  CHECK (work IS DISTINCT FROM 'labels' OR (payment_id IS NOT NULL AND selected IS NOT NULL)),
  CHECK (status <> 'label_generated' OR shipment_id IS NOT NULL)
);
-- By number first: row 1 of every batch comes before row 2 of any, so that a small batch does not wait for a large one.
CREATE INDEX bulk_rows_to_do ON bulk_rows (work, number, batch_id) WHERE work IS NOT NULL;
CREATE INDEX bulk_rows_news ON bulk_rows (batch_id, version, number);
CREATE INDEX bulk_rows_of_payment ON bulk_rows (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX bulk_rows_shipped ON bulk_rows (digest) WHERE status = 'label_generated';
GRANT SELECT, INSERT, UPDATE ON bulk_rows TO lading_app;

-- A payment for a batch is spent by the batch: at its pace, and not while it is paused.
ALTER TABLE payments ADD COLUMN batch_id uuid;
ALTER TABLE payments ADD CONSTRAINT payments_batch FOREIGN KEY (batch_id, user_id) REFERENCES bulk_batches (id, user_id);
CREATE INDEX payments_of_batch ON payments (batch_id) WHERE batch_id IS NOT NULL;
