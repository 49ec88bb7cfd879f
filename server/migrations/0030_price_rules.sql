-- rolling: yes
-- Price rules come before the client's own and the global commission. Earlier versions ignore them and price by commission.

CREATE TABLE client_groups (
  id         uuid PRIMARY KEY,
  name       text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX client_groups_name ON client_groups (lower(name));
GRANT SELECT, INSERT, UPDATE, DELETE ON client_groups TO lading_app;

CREATE TABLE client_group_members (
  group_id uuid NOT NULL REFERENCES client_groups (id) ON DELETE CASCADE,
  user_id  uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, group_id)
);
CREATE INDEX client_group_members_of_group ON client_group_members (group_id);
CREATE TRIGGER client_group_members_of_people BEFORE INSERT ON client_group_members
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, DELETE ON client_group_members TO lading_app;

-- The list that is being edited.
CREATE TABLE price_draft (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- New with every save, so that no one overwrites a change that they have not seen.
  revision   uuid NOT NULL,
  rules      jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array'),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES users (id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON price_draft TO lading_app;

-- Published lists. The one in force is the newest whose time has come. Quotes refer to them, so they never change.
CREATE TABLE price_versions (
  number         integer PRIMARY KEY CHECK (number > 0),
  rules          jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array'),
  effective_from timestamptz NOT NULL,
  published_at   timestamptz NOT NULL,
  published_by   uuid NOT NULL REFERENCES users (id),
  note           text NOT NULL DEFAULT '',
  -- The version whose rules were published again.
  repeats        integer REFERENCES price_versions (number)
);
CREATE TRIGGER price_versions_append_only BEFORE UPDATE OR DELETE ON price_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
GRANT SELECT, INSERT ON price_versions TO lading_app;

-- Null in quotes of earlier versions. No foreign key: every purchase would lock the same row, and versions are never deleted.
ALTER TABLE quotes
  ADD COLUMN price_version integer,
  -- The position of the rule in its version, from 1; null if a commission set the price.
  ADD COLUMN price_rule    smallint CHECK (price_rule > 0),
  ADD COLUMN priced_by     text CHECK (priced_by IN ('rule', 'client', 'global'));
-- A rule is read from its version instead.
ALTER TABLE quotes
  ALTER COLUMN commission_type DROP NOT NULL,
  ALTER COLUMN commission_value DROP NOT NULL;
-- A rule may allow prices below the cost.
ALTER TABLE quotes DROP CONSTRAINT quotes_commission_cents_check;
ALTER TABLE shipments DROP CONSTRAINT shipments_commission_cents_check;
ALTER TABLE quotes ADD CONSTRAINT quotes_priced CHECK (
  CASE WHEN price_rule IS NULL THEN commission_type IS NOT NULL AND commission_value IS NOT NULL AND commission_cents >= 0
       ELSE price_version IS NOT NULL AND commission_type IS NULL AND commission_value IS NULL END) NOT VALID;

-- The same as `priceByRule` in the contract. A rule takes off at most the whole cost, so no division sees a negative number.
CREATE FUNCTION rule_price(cost bigint, basis_points integer, flat_cents bigint, min_margin_cents bigint, max_margin_cents bigint,
  below_cost boolean, ending text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE ending
    WHEN 'none' THEN price
    WHEN '00' THEN price + (100 - price % 100) % 100
    WHEN '05' THEN price + (15 - price % 10) % 10
    WHEN '09' THEN price + 9 - price % 10
    WHEN '99' THEN price + 99 - price % 100 END
  FROM (
    SELECT greatest(1, cost + greatest(
      least(greatest((cost * (10000 + basis_points) + 5000) / 10000 - cost + flat_cents, min_margin_cents), max_margin_cents),
      CASE WHEN below_cost THEN NULL ELSE 0 END)) AS price
  ) AS limited
$$;

CREATE FUNCTION rule_price(cost bigint, effect jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT rule_price(cost, (effect ->> 'basisPoints')::integer, (effect ->> 'flatCents')::bigint, (effect ->> 'minMarginCents')::bigint,
    (effect ->> 'maxMarginCents')::bigint, (effect ->> 'belowCost')::boolean, effect ->> 'ending')
$$;
