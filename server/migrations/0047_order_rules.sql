-- rolling: yes

-- The rules that prepare a client's orders, in the order in which they run. One row per client: the list is read and changed as a whole.
CREATE TABLE order_rule_lists (
  user_id    uuid PRIMARY KEY REFERENCES users (id),
  version    bigint NOT NULL,
  rules      jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array' AND jsonb_array_length(rules) <= 100),
  updated_at timestamptz NOT NULL
);
CREATE TRIGGER order_rule_lists_of_people BEFORE INSERT ON order_rule_lists FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, UPDATE, DELETE ON order_rule_lists TO lading_app;

-- A client's own packages.
CREATE TABLE package_lists (
  user_id    uuid PRIMARY KEY REFERENCES users (id),
  version    bigint NOT NULL,
  packages   jsonb NOT NULL CHECK (jsonb_typeof(packages) = 'array' AND jsonb_array_length(packages) <= 50),
  updated_at timestamptz NOT NULL
);
CREATE TRIGGER package_lists_of_people BEFORE INSERT ON package_lists FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, UPDATE, DELETE ON package_lists TO lading_app;

CREATE FUNCTION recheck_orders_of_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recheck_orders_of(ARRAY[NEW.user_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER order_rule_lists_recheck_orders AFTER INSERT OR UPDATE ON order_rule_lists FOR EACH ROW
  EXECUTE FUNCTION recheck_orders_of_list();
CREATE TRIGGER package_lists_recheck_orders AFTER UPDATE ON package_lists FOR EACH ROW EXECUTE FUNCTION recheck_orders_of_list();

ALTER TABLE orders
  -- Kept apart from those of people, so that a tag goes away when its rule no longer matches.
  ADD COLUMN rule_tags text[] NOT NULL DEFAULT '{}',
  -- Which rules ran last, and why.
  ADD COLUMN rule_trace jsonb NOT NULL DEFAULT '[]',
  -- The rule that holds the order. Null: a person does.
  ADD COLUMN hold_rule_id uuid,
  -- Rules whose hold of this order a person released, or whose day has come. They do not hold it again.
  ADD COLUMN released_holds uuid[] NOT NULL DEFAULT '{}';

ALTER TABLE bulk_rows
  -- The service that the rules of an order ask for.
  ADD COLUMN wish jsonb,
  -- Why no rate fits it.
  ADD COLUMN unmet text;

-- Validated in 0048, so that the table is not locked while it is read.
ALTER TABLE bulk_rows DROP CONSTRAINT bulk_rows_chosen_by_check,
  ADD CONSTRAINT bulk_rows_chosen_by_check CHECK (chosen_by IN ('rule', 'hand', 'wish')) NOT VALID;
