-- rolling: yes

-- A client's connection to a shop.
CREATE TABLE order_sources (
  id                uuid PRIMARY KEY,
  user_id           uuid NOT NULL REFERENCES users (id),
  kind              text NOT NULL CHECK (kind IN ('shopify', 'woocommerce', 'custom_store', 'api', 'file')),
  name              text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- A URL, or the shop's domain. Empty for sources that Lading does not call.
  address           text NOT NULL DEFAULT '' CHECK (length(address) <= 500),
  -- The shop's own id, so that a shop is not connected twice.
  external_id       text NOT NULL DEFAULT '' CHECK (length(external_id) <= 200),
  currency          text CHECK (length(currency) = 3),
  warnings          text[] NOT NULL DEFAULT '{}',
  -- Encrypted. Null for sources without credentials, and after a disconnection.
  secrets           bytea,
  webhook_secret    bytea,
  settings          jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
  -- `refused`: the shop no longer accepts the credentials.
  state             text NOT NULL CHECK (state IN ('active', 'paused', 'refused', 'disconnected')),
  -- All changes up to this time have been read.
  changed_until     timestamptz,
  -- Where the current reading continues: the page, and the time that it started.
  read_page         text,
  read_since        timestamptz,
  read_started_at   timestamptz,
  -- Progress of the first import. The total is null if the shop does not say it.
  import_read       integer NOT NULL DEFAULT 0,
  import_total      integer,
  imported_at       timestamptz,
  next_read_at      timestamptz,
  failures          integer NOT NULL DEFAULT 0,
  last_success_at   timestamptz,
  last_error        jsonb CHECK (jsonb_typeof(last_error) = 'object'),
  last_error_at     timestamptz,
  subscribed_at     timestamptz,
  counted_at        timestamptz,
  lease_until       timestamptz,
  held_by           uuid,
  -- One process at a time renews the credentials.
  renewing_until    timestamptz,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  CHECK (state <> 'disconnected' OR (secrets IS NULL AND webhook_secret IS NULL))
);
CREATE INDEX order_sources_of_user ON order_sources (user_id, created_at);
CREATE UNIQUE INDEX order_sources_one_per_shop ON order_sources (user_id, kind, external_id) WHERE state <> 'disconnected' AND external_id <> '';
CREATE INDEX order_sources_due ON order_sources (next_read_at) WHERE state = 'active' AND next_read_at IS NOT NULL;
CREATE TRIGGER order_sources_of_people BEFORE INSERT ON order_sources FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, UPDATE, DELETE ON order_sources TO lading_app;

-- Orders of shops. Kept also if there is nothing to ship: `excluded` says why.
CREATE TABLE orders (
  id                  uuid PRIMARY KEY,
  user_id             uuid NOT NULL REFERENCES users (id),
  source_id           uuid NOT NULL REFERENCES order_sources (id),
  external_id         text NOT NULL CHECK (length(external_id) BETWEEN 1 AND 200),
  number              text NOT NULL CHECK (length(number) BETWEEN 1 AND 100),
  placed_at           timestamptz NOT NULL,
  -- The shop's time of the last change.
  changed_at          timestamptz NOT NULL,
  -- Of what the shop sent, to recognize an order that did not change.
  shop_digest         bytea NOT NULL,
  shop_state          text NOT NULL CHECK (shop_state IN ('open', 'partly_shipped', 'shipped', 'cancelled', 'on_hold')),
  -- Why the shop has nothing for us to ship, although the order is open.
  nothing_to_ship     text CHECK (nothing_to_ship IN ('pickup', 'digital', 'other_location', 'fulfilled_by_others', 'test_order')),
  paid                text NOT NULL CHECK (paid IN ('yes', 'no', 'partly', 'unknown')),
  excluded            text CHECK (excluded IN ('unpaid', 'on_hold', 'pickup', 'digital', 'other_location', 'fulfilled_by_others', 'test_order', 'cancelled',
    'shipped_elsewhere', 'nothing_left')),
  currency            text NOT NULL CHECK (length(currency) = 3),
  total_cents         bigint NOT NULL,
  shipping_paid_cents bigint NOT NULL,
  shipping_method     jsonb NOT NULL CHECK (jsonb_typeof(shipping_method) = 'object'),
  notes               jsonb NOT NULL CHECK (jsonb_typeof(notes) = 'object'),
  shop_tags           text[] NOT NULL DEFAULT '{}',
  tags                text[] NOT NULL DEFAULT '{}',
  shop_recipient      jsonb CHECK (jsonb_typeof(shop_recipient) = 'object'),
  recipient_withheld  text CHECK (recipient_withheld IN ('plan', 'region', 'expired', 'permission')),
  -- As corrected by the client. Null: as in the shop.
  recipient           jsonb CHECK (jsonb_typeof(recipient) = 'object'),
  country             text NOT NULL DEFAULT '' CHECK (length(country) <= 2),
  -- Equal for orders that can share a parcel.
  recipient_key       bytea,
  -- The shop changed the recipient of an order that is in a batch or has a label.
  recipient_changed   boolean NOT NULL DEFAULT false,
  -- The client has seen what the shop changed up to this time, although the order has a label.
  seen_changes_until  timestamptz,
  ship_by             timestamptz,
  deliver_by          timestamptz,
  -- As in the shop, with `needed`: how many pieces we ship in total.
  items               jsonb NOT NULL CHECK (jsonb_typeof(items) = 'array'),
  reporting           jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(reporting) = 'object'),
  -- Size, weight and extras, and who set each.
  preparation         jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(preparation) = 'object'),
  hold_reason         text CHECK (length(hold_reason) <= 200),
  hold_until          date,
  problems            jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(problems) = 'array'),
  -- Where the inbox lists the order; derived from the columns above and its parcels.
  status              text NOT NULL CHECK (status IN ('ready', 'attention', 'held', 'in_progress', 'shipped', 'excluded')),
  -- Lowercase; what a search finds.
  search_text         text NOT NULL DEFAULT '',
  -- When names, streets and notes were erased, after the retention period.
  erased_at           timestamptz,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  CONSTRAINT orders_once UNIQUE (source_id, external_id)
);
CREATE INDEX orders_by_status ON orders (user_id, status, placed_at DESC, id DESC);
CREATE INDEX orders_by_time ON orders (user_id, placed_at DESC, id DESC);
CREATE INDEX orders_search ON orders USING gin (user_id, search_text gin_trgm_ops);
CREATE INDEX orders_of_recipient ON orders (user_id, recipient_key) WHERE status IN ('ready', 'attention') AND recipient_key IS NOT NULL;
CREATE INDEX orders_on_hold ON orders (hold_until) WHERE status = 'held' AND hold_until IS NOT NULL;
CREATE INDEX orders_to_erase ON orders (placed_at) WHERE erased_at IS NULL AND status IN ('shipped', 'excluded');
CREATE TRIGGER orders_of_people BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, UPDATE, DELETE ON orders TO lading_app;

-- What goes into one parcel: all that remains of an order, a part of it, or several orders.
CREATE TABLE order_parcels (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users (id),
  state       text NOT NULL CHECK (state IN ('planned', 'in_batch', 'bought', 'voided', 'released')),
  batch_id    uuid,
  row_number  integer,
  shipment_id uuid REFERENCES shipments (id),
  -- The shipment was voided, which the sweep has not followed yet.
  is_voided   boolean NOT NULL DEFAULT false,
  -- Why it was released, for the client.
  error       text CHECK (length(error) <= 1000),
  preparation jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(preparation) = 'object'),
  -- Equal for parcels with the same pieces of the same items, so that the last parcel can be proposed again.
  items_key   bytea,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  FOREIGN KEY (batch_id, row_number) REFERENCES bulk_rows (batch_id, number) ON DELETE SET NULL,
  CHECK (state <> 'in_batch' OR row_number IS NOT NULL),
  CHECK (state NOT IN ('bought', 'voided') OR shipment_id IS NOT NULL)
);
CREATE UNIQUE INDEX order_parcels_of_row ON order_parcels (batch_id, row_number) WHERE batch_id IS NOT NULL;
CREATE UNIQUE INDEX order_parcels_of_shipment ON order_parcels (shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX order_parcels_of_items ON order_parcels (user_id, items_key, updated_at DESC) WHERE state = 'bought';
CREATE INDEX order_parcels_in_batch ON order_parcels (batch_id) WHERE state = 'in_batch';
CREATE INDEX order_parcels_to_void ON order_parcels (id) WHERE state = 'bought' AND is_voided;
CREATE INDEX order_parcels_of_user ON order_parcels (user_id);
INSERT INTO legal_moves VALUES ('order_parcels', '', 'planned'), ('order_parcels', '', 'in_batch'),
  ('order_parcels', 'planned', 'in_batch'), ('order_parcels', 'planned', 'released'),
  ('order_parcels', 'in_batch', 'bought'), ('order_parcels', 'in_batch', 'released'),
  ('order_parcels', 'bought', 'voided'), ('order_parcels', 'released', 'in_batch');
CREATE TRIGGER order_parcels_move AFTER INSERT OR UPDATE OF state ON order_parcels FOR EACH ROW EXECUTE FUNCTION move_legally('state');
CREATE TRIGGER order_parcels_of_people BEFORE INSERT ON order_parcels FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, UPDATE, DELETE ON order_parcels TO lading_app;

CREATE FUNCTION note_voided_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_parcels SET is_voided = true WHERE shipment_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER shipments_note_voided_parcel AFTER UPDATE OF state ON shipments FOR EACH ROW
  WHEN (NEW.state = 'voided' AND OLD.state <> 'voided') EXECUTE FUNCTION note_voided_parcel();

CREATE TABLE order_parcel_items (
  parcel_id uuid NOT NULL REFERENCES order_parcels (id) ON DELETE CASCADE,
  order_id  uuid NOT NULL REFERENCES orders (id),
  -- The item's id in the shop.
  item_id   text NOT NULL,
  quantity  integer NOT NULL CHECK (quantity > 0),
  -- Pieces in the order at that time. The shop may reduce them later.
  ordered   integer,
  PRIMARY KEY (parcel_id, order_id, item_id)
);
CREATE INDEX order_parcel_items_of_order ON order_parcel_items (order_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON order_parcel_items TO lading_app;

-- No piece is in two parcels: two tabs cannot ship an order twice. Locks the orders, so that the second one waits.
CREATE FUNCTION refuse_pieces_twice(touched uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE id = ANY(touched) ORDER BY id FOR UPDATE;
  IF EXISTS (
    SELECT FROM (
      SELECT i.order_id, i.item_id, sum(i.quantity) AS pieces
      FROM order_parcel_items i JOIN order_parcels p ON p.id = i.parcel_id
      WHERE i.order_id = ANY(touched) AND p.state IN ('planned', 'in_batch', 'bought')
      GROUP BY i.order_id, i.item_id
    ) used
    JOIN orders o ON o.id = used.order_id
    LEFT JOIN LATERAL (
      SELECT (item ->> 'quantity')::int AS quantity FROM jsonb_array_elements(o.items) item WHERE item ->> 'externalId' = used.item_id LIMIT 1
    ) ordered ON true
    WHERE used.pieces > coalesce(ordered.quantity, 0)
  ) THEN
    RAISE EXCEPTION 'pieces of an order are in two parcels' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'order_pieces_once';
  END IF;
END $$;
CREATE FUNCTION order_parcel_items_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_pieces_twice((SELECT array_agg(DISTINCT order_id) FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER order_parcel_items_once AFTER INSERT ON order_parcel_items REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION order_parcel_items_once();
CREATE FUNCTION order_parcels_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_pieces_twice((SELECT array_agg(DISTINCT i.order_id) FROM order_parcel_items i WHERE i.parcel_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER order_parcels_once AFTER UPDATE ON order_parcels FOR EACH ROW
  WHEN (OLD.state = 'released' AND NEW.state = 'in_batch') EXECUTE FUNCTION order_parcels_once();

-- What the shop must know about a parcel. One per parcel and order.
CREATE TABLE order_reports (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users (id),
  parcel_id    uuid NOT NULL REFERENCES order_parcels (id),
  order_id     uuid NOT NULL REFERENCES orders (id),
  source_id    uuid NOT NULL REFERENCES order_sources (id),
  state        text NOT NULL CHECK (state IN ('to_report', 'reporting', 'reported', 'refused', 'canceled', 'to_withdraw', 'withdrawing', 'withdrawn',
    'not_withdrawn')),
  -- The shop's own id of the report.
  reference    text CHECK (length(reference) <= 500),
  -- A call may have been made whose answer is not known: the shop is asked before the next one.
  is_uncertain boolean NOT NULL DEFAULT false,
  message      text CHECK (length(message) <= 500),
  tries        integer NOT NULL DEFAULT 0,
  next_try_at  timestamptz,
  lease_until  timestamptz,
  held_by      uuid,
  reported_at  timestamptz,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  CONSTRAINT order_reports_once UNIQUE (parcel_id, order_id)
);
CREATE INDEX order_reports_due ON order_reports (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX order_reports_of_order ON order_reports (order_id);
CREATE INDEX order_reports_of_source ON order_reports (source_id, state);
INSERT INTO legal_moves VALUES ('order_reports', '', 'to_report'),
  ('order_reports', 'to_report', 'reporting'), ('order_reports', 'to_report', 'canceled'), ('order_reports', 'to_report', 'to_withdraw'),
  ('order_reports', 'reporting', 'to_report'), ('order_reports', 'reporting', 'reported'), ('order_reports', 'reporting', 'refused'),
  ('order_reports', 'reporting', 'to_withdraw'),
  ('order_reports', 'refused', 'to_report'), ('order_reports', 'refused', 'canceled'),
  ('order_reports', 'reported', 'to_withdraw'),
  ('order_reports', 'to_withdraw', 'withdrawing'),
  ('order_reports', 'withdrawing', 'to_withdraw'), ('order_reports', 'withdrawing', 'withdrawn'), ('order_reports', 'withdrawing', 'not_withdrawn');
CREATE TRIGGER order_reports_move AFTER INSERT OR UPDATE OF state ON order_reports FOR EACH ROW EXECUTE FUNCTION move_legally('state');
CREATE TRIGGER order_reports_of_people BEFORE INSERT ON order_reports FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, UPDATE, DELETE ON order_reports TO lading_app;

-- Orders that a webhook or the nightly comparison named, and that must be read from the shop.
CREATE TABLE order_look_ups (
  source_id   uuid NOT NULL REFERENCES order_sources (id),
  external_id text NOT NULL CHECK (length(external_id) BETWEEN 1 AND 200),
  tries       integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (source_id, external_id)
);
CREATE INDEX order_look_ups_due ON order_look_ups (next_try_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON order_look_ups TO lading_app;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check
    CHECK (kind IN ('receipt', 'refund', 'batch', 'top_up_failed', 'card_expiring', 'adjustments', 'billing_documents', 'order_source_refused')) NOT VALID;

-- Clients whose open orders must be checked again, because their product list, their address or their last parcels changed.
CREATE TABLE order_rechecks (
  user_id   uuid PRIMARY KEY REFERENCES users (id),
  -- False: only orders that need attention.
  all_open  boolean NOT NULL,
  -- Counts requests, so that one that comes during a check is not lost.
  version   bigint NOT NULL DEFAULT 1
);
GRANT SELECT, INSERT, UPDATE, DELETE ON order_rechecks TO lading_app;
CREATE FUNCTION recheck_orders_of(clients uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_rechecks (user_id, all_open)
  SELECT DISTINCT c, true FROM unnest(clients) AS c WHERE EXISTS (SELECT FROM order_sources s WHERE s.user_id = c)
  ON CONFLICT (user_id) DO UPDATE SET all_open = true, version = order_rechecks.version + 1
$$;
CREATE FUNCTION recheck_orders_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recheck_orders_of((SELECT array_agg(DISTINCT user_id) FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER products_added_recheck_orders AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION recheck_orders_of_products();
CREATE TRIGGER products_changed_recheck_orders AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION recheck_orders_of_products();
CREATE TRIGGER products_removed_recheck_orders AFTER DELETE ON products REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION recheck_orders_of_products();
CREATE FUNCTION recheck_orders_of_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recheck_orders_of(ARRAY[NEW.user_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER client_profiles_recheck_orders AFTER INSERT OR UPDATE ON client_profiles FOR EACH ROW
  EXECUTE FUNCTION recheck_orders_of_profile();
