-- The books of the parties that Lading plays itself when no outside one is set up. They stand in a schema of their own: only the
-- adapters read them, and the product learns what is in them through its ports, as it would from a real party.
CREATE SCHEMA sandbox;
GRANT USAGE ON SCHEMA sandbox TO lading_app;

-- One sequence for all services: a serial is used by one label at most, whatever its service.
CREATE SEQUENCE sandbox.carrier_serials AS bigint MINVALUE 0 START WITH 0;
GRANT USAGE ON SEQUENCE sandbox.carrier_serials TO lading_app;

CREATE TABLE sandbox.carrier_purchases (
  key             text PRIMARY KEY,
  order_hash      bytea NOT NULL CHECK (octet_length(order_hash) = 32),
  transaction_id  text NOT NULL UNIQUE,
  tracking_number text NOT NULL UNIQUE,
  carrier         text NOT NULL,
  service         text NOT NULL,
  cost_cents      bigint NOT NULL CHECK (cost_cents >= 0),
  ship_date       date NOT NULL,
  delivery_date   date,
  transit_days    integer CHECK (transit_days >= 0),
  -- Not jsonb: a city may hold any character, and jsonb refuses some.
  origin          json NOT NULL,
  destination     json NOT NULL,
  label_format    text NOT NULL CHECK (label_format IN ('lading-page', 'pdf')),
  label_bytes     bytea NOT NULL,
  bought_at       timestamptz NOT NULL,
  voided_at       timestamptz
);
-- Labels are compressed already; trying again would only cost time.
ALTER TABLE sandbox.carrier_purchases ALTER COLUMN label_bytes SET STORAGE EXTERNAL;
-- What was bought stays as it was bought.
GRANT SELECT, INSERT, UPDATE (voided_at) ON sandbox.carrier_purchases TO lading_app;
