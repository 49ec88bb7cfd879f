-- rolling: yes
-- What a client sells, with the customs data of one piece. Earlier versions ignore it.
CREATE TABLE products (
  id               uuid PRIMARY KEY,
  user_id          uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sku              text NOT NULL,
  name             text NOT NULL,
  description      text NOT NULL,
  unit_weight_oz   double precision CHECK (unit_weight_oz > 0),
  unit_value_cents bigint CHECK (unit_value_cents > 0),
  hs_code          text NOT NULL,
  origin           text NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL
);
CREATE UNIQUE INDEX products_sku ON products (user_id, lower(sku));
CREATE TRIGGER products_of_people BEFORE INSERT ON products FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, UPDATE, DELETE ON products TO lading_app;
