-- Not rolling: a process of an earlier version would order a second charge for a top-up by stored card.

-- The client's customer at a payment provider. Stored cards belong to it.
CREATE TABLE payment_customers (
  user_id     uuid NOT NULL REFERENCES users (id),
  provider    text NOT NULL,
  customer_id text NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, provider)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON payment_customers TO lading_app;

-- A card that the client has saved: what identifies it on screen, and its id at the payment provider. Never its number.
CREATE TABLE stored_cards (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users (id),
  provider   text NOT NULL,
  method_id  text NOT NULL,
  brand      text NOT NULL,
  last4      text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month  integer NOT NULL CHECK (exp_month BETWEEN 1 AND 12),
  exp_year   integer NOT NULL CHECK (exp_year BETWEEN 2000 AND 2200),
  is_default boolean NOT NULL DEFAULT false,
  -- The bank does not allow the card to be charged again, such as a stolen one.
  refused_at timestamptz,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  -- When the client was told that the card expires.
  expiry_told_at timestamptz,
  CONSTRAINT stored_cards_method UNIQUE (provider, method_id),
  CHECK (removed_at IS NULL OR NOT is_default)
);
CREATE INDEX stored_cards_of_user ON stored_cards (user_id);
CREATE UNIQUE INDEX stored_cards_one_default ON stored_cards (user_id) WHERE is_default;
GRANT SELECT, INSERT, UPDATE, DELETE ON stored_cards TO lading_app;

-- A card on its way to being saved, alone or with a top-up, and what the client agreed to.
CREATE TABLE card_setups (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users (id),
  provider      text NOT NULL,
  -- At the payment provider. A card that is saved with a top-up has none.
  setup_id      text,
  payment_id    uuid REFERENCES payments (id),
  consent       text NOT NULL,
  consent_ip    text,
  created_at    timestamptz NOT NULL,
  ended_at      timestamptz,
  next_check_at timestamptz NOT NULL DEFAULT now(),
  checks        integer NOT NULL DEFAULT 0
);
CREATE INDEX card_setups_of_user ON card_setups (user_id);
CREATE INDEX card_setups_open ON card_setups (next_check_at) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON card_setups TO lading_app;

CREATE TABLE automatic_top_ups (
  user_id           uuid PRIMARY KEY REFERENCES users (id),
  enabled           boolean NOT NULL,
  threshold_cents   bigint NOT NULL CHECK (threshold_cents >= 0),
  amount_cents      bigint NOT NULL CHECK (amount_cents > 0),
  monthly_cap_cents bigint NOT NULL CHECK (monthly_cap_cents >= amount_cents),
  -- What the client last agreed to, when, and from where.
  consent           text,
  consented_at      timestamptz,
  consent_ip        text,
  -- Earlier declines no longer count.
  acted_at          timestamptz NOT NULL,
  -- Nothing starts before this time: after a decline, or at the monthly cap.
  wait_until        timestamptz,
  -- Nothing starts until the client acts.
  stopped           text CHECK (stopped IN ('declined', 'card_refused', 'card_expired', 'no_card')),
  updated_at        timestamptz NOT NULL,
  CHECK (NOT enabled OR consented_at IS NOT NULL)
);
CREATE INDEX automatic_top_ups_on ON automatic_top_ups (user_id) WHERE enabled;
GRANT SELECT, INSERT, UPDATE, DELETE ON automatic_top_ups TO lading_app;

-- How a payment uses a stored card: none, charges one (`card_id`), or saves the card that pays (`saves_card`).
ALTER TABLE payments
  ADD COLUMN automatic   boolean NOT NULL DEFAULT false,
  ADD COLUMN card_id     uuid REFERENCES stored_cards (id) ON DELETE SET NULL,
  ADD COLUMN customer_id text,
  ADD COLUMN saves_card  boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT payments_automatic_top_up CHECK (NOT automatic OR purpose = 'top_up') NOT VALID;

-- Why a stored card was not charged. The provider's code decides whether to try again.
CREATE TABLE top_up_failures (
  payment_id uuid PRIMARY KEY REFERENCES payments (id),
  user_id    uuid NOT NULL REFERENCES users (id),
  automatic  boolean NOT NULL,
  code       text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX top_up_failures_of_user ON top_up_failures (user_id, created_at);
GRANT SELECT, INSERT ON top_up_failures TO lading_app;

CREATE TRIGGER payment_customers_of_people BEFORE INSERT ON payment_customers FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER stored_cards_of_people BEFORE INSERT ON stored_cards FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER card_setups_of_people BEFORE INSERT ON card_setups FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER automatic_top_ups_of_people BEFORE INSERT ON automatic_top_ups FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();

-- Emails about a top-up that failed and about a card that expires.
ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check CHECK (kind IN ('receipt', 'refund', 'batch', 'top_up_failed', 'card_expiring')) NOT VALID;
ALTER TABLE notices VALIDATE CONSTRAINT notices_kind_check;

-- The test gateway's own records of customers and saved cards.
CREATE TABLE sandbox.gateway_customers (
  customer_id text PRIMARY KEY,
  key         text NOT NULL UNIQUE,
  created_at  timestamptz NOT NULL
);
GRANT SELECT, INSERT ON sandbox.gateway_customers TO lading_app;

CREATE TABLE sandbox.gateway_cards (
  method_id     text PRIMARY KEY,
  customer_id   text NOT NULL REFERENCES sandbox.gateway_customers (customer_id),
  brand         text NOT NULL,
  last4         text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month     integer NOT NULL,
  exp_year      integer NOT NULL,
  created_at    timestamptz NOT NULL,
  detached_at   timestamptz
);
CREATE INDEX gateway_cards_of_customer ON sandbox.gateway_cards (customer_id);
GRANT SELECT, INSERT, UPDATE ON sandbox.gateway_cards TO lading_app;

CREATE TABLE sandbox.gateway_setups (
  setup_id      text PRIMARY KEY,
  key           text NOT NULL UNIQUE,
  customer_id   text NOT NULL REFERENCES sandbox.gateway_customers (customer_id),
  client_secret text NOT NULL,
  status        text NOT NULL CHECK (status IN ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  -- The card that waits for 3-D Secure.
  card_last4    text CHECK (card_last4 ~ '^[0-9]{4}$'),
  exp_month     integer,
  exp_year      integer,
  method_id     text REFERENCES sandbox.gateway_cards (method_id),
  created_at    timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON sandbox.gateway_setups TO lading_app;

ALTER TABLE sandbox.gateway_intents
  ADD COLUMN customer_id    text REFERENCES sandbox.gateway_customers (customer_id),
  ADD COLUMN method_id      text REFERENCES sandbox.gateway_cards (method_id),
  ADD COLUMN saves_card     boolean NOT NULL DEFAULT false,
  ADD COLUMN decline_code   text,
  ADD COLUMN card_exp_month integer,
  ADD COLUMN card_exp_year  integer;
