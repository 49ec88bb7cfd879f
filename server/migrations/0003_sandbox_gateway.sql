-- The books of the test gateway. They stand for an outside party, so they have a schema of their own and no table of ours refers to
-- them. Of a card they hold the brand and the last four digits, never its number.

CREATE SCHEMA IF NOT EXISTS sandbox;
GRANT USAGE ON SCHEMA sandbox TO lading_app;

CREATE TABLE sandbox.gateway_intents (
  intent_id      text PRIMARY KEY,
  key            text NOT NULL CONSTRAINT gateway_intents_key UNIQUE,
  client_secret  text NOT NULL,
  amount_cents   bigint NOT NULL CHECK (amount_cents > 0),
  currency       text NOT NULL CHECK (currency = 'USD'),
  description    text NOT NULL,
  status         text NOT NULL
                 CHECK (status IN ('requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
  last_error     text,
  card_brand     text,
  card_last4     text CHECK (card_last4 ~ '^[0-9]{4}$'),
  refunded_cents bigint NOT NULL DEFAULT 0,
  disputed_at    timestamptz,
  created_at     timestamptz NOT NULL,
  CHECK (refunded_cents BETWEEN 0 AND amount_cents),
  CHECK (status = 'succeeded' OR (refunded_cents = 0 AND disputed_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE ON sandbox.gateway_intents TO lading_app;

-- Refused ones too: whoever lost the answer must be able to learn that it was a no.
CREATE TABLE sandbox.gateway_refunds (
  key          text PRIMARY KEY,
  refund_id    text NOT NULL UNIQUE,
  intent_id    text NOT NULL REFERENCES sandbox.gateway_intents (intent_id),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  reason       text NOT NULL,
  refusal      text,
  created_at   timestamptz NOT NULL
);
CREATE INDEX gateway_refunds_of_intent ON sandbox.gateway_refunds (intent_id);
GRANT SELECT, INSERT ON sandbox.gateway_refunds TO lading_app;

CREATE TABLE sandbox.gateway_events (
  seq          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id     text NOT NULL UNIQUE,
  intent_id    text NOT NULL REFERENCES sandbox.gateway_intents (intent_id),
  kind         text NOT NULL,
  created_at   timestamptz NOT NULL,
  -- Whoever is delivering it moves this ahead, so that others leave it alone until then.
  due_at       timestamptz NOT NULL,
  delivered_at timestamptz
);
CREATE INDEX gateway_events_due ON sandbox.gateway_events (due_at, seq) WHERE delivered_at IS NULL;
-- An intent is charged once, whatever the code above does.
CREATE UNIQUE INDEX gateway_events_one_charge ON sandbox.gateway_events (intent_id)
  WHERE kind = 'payment_intent.succeeded';
GRANT SELECT, INSERT, UPDATE ON sandbox.gateway_events TO lading_app;
