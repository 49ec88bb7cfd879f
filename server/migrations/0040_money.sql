-- rolling: yes
-- Revenue, costs, fees and margin: what each ledger transaction means for them, and totals.

-- What a ledger transaction records, by its reason key without ids: `purchase` of `purchase:<id>`, `adjustment:billed` of
-- `adjustment:<id>:billed`. `subject` is the kind of object that the id belongs to; without one, the balance entry of the same key
-- names the client.
CREATE TABLE money_kinds (
  reason  text PRIMARY KEY,
  kind    text NOT NULL,
  subject text
);
INSERT INTO money_kinds (reason, kind, subject) VALUES
  ('purchase', 'label', 'shipment'),
  ('void', 'void', 'shipment'),
  ('refund-request', 'refund', 'refund'),
  ('refund-failed', 'refund_reversed', 'refund'),
  ('refund-back', 'refund_reversed', 'refund'),
  ('balance-credit', 'credit', NULL),
  ('balance-write_off', 'write_off', NULL),
  ('dispute-lost', 'dispute_lost', 'dispute'),
  ('dispute-covered', 'dispute_covered', 'dispute'),
  ('adjustment:billed', 'adjustment_billed', 'adjustment'),
  ('adjustment:passed-on', 'adjustment', 'adjustment'),
  ('adjustment:reversed', 'adjustment_reversed', 'adjustment'),
  ('fee', 'processor_fee', 'processor_movement');
GRANT SELECT ON money_kinds TO lading_app;

-- The client, shipment, carrier and service of a subject. Carrier and service are needed only where there is no shipment.
CREATE FUNCTION money_subject(subject text, subject_id uuid, subject_key text)
RETURNS TABLE (user_id uuid, shipment_id uuid, carrier text, service text) LANGUAGE plpgsql STABLE ROWS 1 AS $$
#variable_conflict use_column
BEGIN
  IF subject = 'shipment' THEN
    RETURN QUERY SELECT s.user_id, s.id, NULL::text, NULL::text FROM shipments s WHERE s.id = subject_id;
  ELSIF subject = 'refund' THEN
    RETURN QUERY SELECT p.user_id, r.shipment_id, NULL::text, NULL::text FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = subject_id;
  ELSIF subject = 'dispute' THEN
    -- A payment for several labels is disputed as a whole.
    RETURN QUERY SELECT p.user_id,
        (SELECT CASE WHEN count(*) = 1 THEN (array_agg(a.shipment_id))[1] END FROM allocations a WHERE a.payment_id = p.id), NULL::text, NULL::text
      FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE d.id = subject_id;
  ELSIF subject = 'adjustment' THEN
    RETURN QUERY SELECT a.user_id, a.shipment_id, a.carrier, a.service FROM adjustments a WHERE a.id = subject_id;
  ELSIF subject = 'processor_movement' THEN
    -- By intent, because the movement is matched to its payment only later.
    RETURN QUERY SELECT p.user_id,
        (SELECT CASE WHEN count(*) = 1 THEN (array_agg(a.shipment_id))[1] END FROM allocations a WHERE a.payment_id = p.id), NULL::text, NULL::text
      FROM processor_movements m JOIN payments p ON p.provider = m.provider AND p.intent_id = m.intent_id WHERE m.id = subject_key;
  END IF;
END $$;

-- One row for each ledger transaction that changes the margin, whatever it records. Carrier cost is what is owed to carriers. What
-- neither revenue, cost, fee nor loss explains was given to or collected from clients: adjustments if the transaction uses their
-- accounts, refunds otherwise. Therefore revenue - cost - fees - refunds + adjustments - losses is always the amount that the
-- transaction adds to the income accounts.
CREATE VIEW money_bookings AS
  SELECT t.id AS transaction_id, t.recorded_at, coalesce(k.kind, 'other') AS kind, key.subject_id,
    coalesce(m.user_id, b.user_id) AS user_id, s.id AS shipment_id,
    coalesce(s.carrier, m.carrier, '') AS carrier, coalesce(s.service, m.service, '') AS service, coalesce(s.service_name, m.service, '') AS service_name,
    e.revenue_cents, e.cost_cents, e.fees_cents,
    CASE WHEN e.is_adjustment THEN 0 ELSE e.given_cents END AS refunds_cents,
    CASE WHEN e.is_adjustment THEN -e.given_cents ELSE 0 END AS adjustments_cents,
    e.losses_cents
  FROM ledger_transactions t
  CROSS JOIN LATERAL (
    SELECT
      coalesce(sum(cents) FILTER (WHERE account = 'customer_funds'), 0)::bigint AS revenue_cents,
      coalesce(-sum(cents) FILTER (WHERE account = 'carrier_payable'), 0)::bigint AS cost_cents,
      coalesce(sum(cents) FILTER (WHERE account = 'processor_fees'), 0)::bigint AS fees_cents,
      coalesce(sum(cents) FILTER (WHERE account IN ('loss', 'bad_debt')), 0)::bigint AS losses_cents,
      coalesce(sum(cents) FILTER (WHERE account IN ('customer_funds', 'carrier_payable', 'commission', 'rate_variance', 'refunds_given',
        'carrier_adjustments', 'adjustment_fees')), 0)::bigint AS given_cents,
      bool_or(account IN ('carrier_adjustments', 'adjustment_fees')) AS is_adjustment,
      -- A label sold without a margin counts too. Paying a carrier or refunding unspent money does not.
      bool_or(account IN ('commission', 'rate_variance', 'refunds_given', 'loss', 'bad_debt', 'processor_fees', 'carrier_adjustments',
        'adjustment_fees')) OR (bool_or(account = 'carrier_payable') AND bool_or(account = 'customer_funds')) AS changes_margin
    FROM ledger_entries WHERE transaction_id = t.id
  ) e
  CROSS JOIN LATERAL (
    SELECT concat_ws(':', split_part(t.reason_key, ':', 1), nullif(split_part(t.reason_key, ':', 3), '')) AS reason,
      split_part(t.reason_key, ':', 2) AS subject_key,
      CASE WHEN split_part(t.reason_key, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN split_part(t.reason_key, ':', 2)::uuid END AS subject_id
  ) key
  LEFT JOIN money_kinds k ON k.reason = key.reason
  LEFT JOIN LATERAL money_subject(k.subject, key.subject_id, key.subject_key) m ON true
  LEFT JOIN LATERAL (SELECT user_id, shipment_id FROM balance_entries WHERE reason_key = t.reason_key LIMIT 1) b ON true
  LEFT JOIN LATERAL (SELECT id, carrier, service, service_name FROM shipments WHERE id = coalesce(m.shipment_id, b.shipment_id) LIMIT 1) s ON true
  WHERE e.changes_margin;

-- The same, stored once per transaction.
CREATE TABLE money_lines (
  transaction_id    bigint PRIMARY KEY,
  recorded_at       timestamptz NOT NULL,
  kind              text NOT NULL,
  subject_id        uuid,
  -- Empty where the transaction belongs to no client, carrier or service.
  user_id           uuid,
  shipment_id       uuid,
  carrier           text NOT NULL,
  service           text NOT NULL,
  service_name      text NOT NULL,
  revenue_cents     bigint NOT NULL,
  cost_cents        bigint NOT NULL,
  fees_cents        bigint NOT NULL,
  refunds_cents     bigint NOT NULL,
  adjustments_cents bigint NOT NULL,
  losses_cents      bigint NOT NULL
);
CREATE INDEX money_lines_by_time ON money_lines (recorded_at DESC, transaction_id DESC);
CREATE INDEX money_lines_of_client ON money_lines (user_id, recorded_at DESC, transaction_id DESC);
CREATE INDEX money_lines_of_carrier ON money_lines (carrier, recorded_at DESC, transaction_id DESC);
CREATE INDEX money_lines_of_service ON money_lines (service, recorded_at DESC, transaction_id DESC);
-- The rows behind a rare figure.
CREATE INDEX money_lines_with_returns ON money_lines (recorded_at DESC, transaction_id DESC)
  WHERE refunds_cents <> 0 OR adjustments_cents <> 0 OR losses_cents <> 0;
CREATE INDEX money_lines_with_fees ON money_lines (recorded_at DESC, transaction_id DESC) WHERE fees_cents <> 0;

CREATE TABLE money_totals_by_day (
  day               date NOT NULL,
  carrier           text NOT NULL,
  service           text NOT NULL,
  service_name      text NOT NULL,
  revenue_cents     bigint NOT NULL,
  cost_cents        bigint NOT NULL,
  fees_cents        bigint NOT NULL,
  refunds_cents     bigint NOT NULL,
  adjustments_cents bigint NOT NULL,
  losses_cents      bigint NOT NULL,
  PRIMARY KEY (day, carrier, service)
);
CREATE TABLE money_totals_by_client_day (
  day               date NOT NULL,
  user_id           uuid,
  revenue_cents     bigint NOT NULL,
  cost_cents        bigint NOT NULL,
  fees_cents        bigint NOT NULL,
  refunds_cents     bigint NOT NULL,
  adjustments_cents bigint NOT NULL,
  losses_cents      bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (day, user_id)
);
-- `month` is the first day of the month.
CREATE TABLE money_totals_by_client_month (
  month             date NOT NULL,
  user_id           uuid,
  revenue_cents     bigint NOT NULL,
  cost_cents        bigint NOT NULL,
  fees_cents        bigint NOT NULL,
  refunds_cents     bigint NOT NULL,
  adjustments_cents bigint NOT NULL,
  losses_cents      bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (month, user_id)
);

-- Ledger transactions that are not in the lines and totals yet. A row is visible only after its transaction has committed, so none is
-- missed, however long that takes.
CREATE TABLE money_queue (transaction_id bigint PRIMARY KEY);

-- Transactions from before this table are added in steps, oldest first: `done_to` is the last one that was added, `until_id` the last one
-- to add.
CREATE TABLE money_progress (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  done_to  bigint NOT NULL,
  until_id bigint NOT NULL
);

CREATE FUNCTION queue_for_money() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO money_queue (transaction_id)
  SELECT DISTINCT transaction_id FROM entered
  WHERE account IN ('commission', 'rate_variance', 'refunds_given', 'loss', 'bad_debt', 'processor_fees', 'carrier_adjustments', 'adjustment_fees',
    'carrier_payable')
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
-- Waits for open transactions, so that each one is either below `until_id` or queued.
CREATE TRIGGER ledger_entries_queued AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION queue_for_money();
INSERT INTO money_progress (done_to, until_id) SELECT 0, coalesce(max(id), 0) FROM ledger_transactions;

-- Totals and what is not in them yet, in one statement. Several rows may have the same day: readers add them up.
CREATE VIEW all_money_lines AS
  SELECT transaction_id, recorded_at, kind, subject_id, user_id, shipment_id, carrier, service, service_name,
    revenue_cents, cost_cents, fees_cents, refunds_cents, adjustments_cents, losses_cents FROM money_lines
  UNION ALL
  SELECT transaction_id, recorded_at, kind, subject_id, user_id, shipment_id, carrier, service, service_name,
    revenue_cents, cost_cents, fees_cents, refunds_cents, adjustments_cents, losses_cents FROM money_queue JOIN money_bookings USING (transaction_id);
CREATE VIEW money_by_day AS
  SELECT day, carrier, service, service_name, revenue_cents, cost_cents, fees_cents, refunds_cents, adjustments_cents, losses_cents FROM money_totals_by_day
  UNION ALL
  SELECT operator_day(recorded_at), carrier, service, service_name, revenue_cents, cost_cents, fees_cents, refunds_cents, adjustments_cents, losses_cents
  FROM money_queue JOIN money_bookings USING (transaction_id);
CREATE VIEW money_by_client_day AS
  SELECT day, user_id, revenue_cents, cost_cents, fees_cents, refunds_cents, adjustments_cents, losses_cents FROM money_totals_by_client_day
  UNION ALL
  SELECT operator_day(recorded_at), user_id, revenue_cents, cost_cents, fees_cents, refunds_cents, adjustments_cents, losses_cents
  FROM money_queue JOIN money_bookings USING (transaction_id);
CREATE VIEW money_by_client_month AS
  SELECT month, user_id, revenue_cents, cost_cents, fees_cents, refunds_cents, adjustments_cents, losses_cents FROM money_totals_by_client_month
  UNION ALL
  SELECT date_trunc('month', operator_day(recorded_at)::timestamp)::date, user_id, revenue_cents, cost_cents, fees_cents, refunds_cents,
    adjustments_cents, losses_cents
  FROM money_queue JOIN money_bookings USING (transaction_id);
GRANT SELECT ON money_bookings, money_lines, money_totals_by_day, money_totals_by_client_day, money_totals_by_client_month, money_queue, money_progress,
  all_money_lines, money_by_day, money_by_client_day, money_by_client_month TO lading_app;

-- Adds up to `most` ledger transactions to the lines and totals: queued ones first, then earlier ones. Returns how many it looked at.
-- Only one process does this at a time; others continue with their work.
CREATE FUNCTION fold_money(most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  chosen bigint[];
  progress money_progress;
  zone text := (SELECT time_zone FROM operator_calendar);
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('fold_money')) THEN RETURN 0; END IF;
  SELECT array_agg(transaction_id) INTO chosen FROM (SELECT transaction_id FROM money_queue ORDER BY transaction_id LIMIT most) AS oldest;
  IF chosen IS NULL THEN
    SELECT * INTO progress FROM money_progress;
    IF progress.done_to >= progress.until_id THEN RETURN 0; END IF;
    SELECT array_agg(id) INTO chosen FROM (
      SELECT id FROM ledger_transactions WHERE id > progress.done_to AND id <= progress.until_id ORDER BY id LIMIT most) AS earlier;
    UPDATE money_progress SET done_to = coalesce((SELECT max(id) FROM unnest(chosen) AS id), until_id);
    IF chosen IS NULL THEN RETURN 0; END IF;
  END IF;
  DELETE FROM money_queue WHERE transaction_id = ANY (chosen);
  WITH line AS (
    INSERT INTO money_lines
    SELECT transaction_id, recorded_at, kind, subject_id, user_id, shipment_id, carrier, service, service_name,
      revenue_cents, cost_cents, fees_cents, refunds_cents, adjustments_cents, losses_cents
    FROM money_bookings WHERE transaction_id = ANY (chosen)
    ON CONFLICT DO NOTHING RETURNING *
  ), sums AS MATERIALIZED (
    SELECT (recorded_at AT TIME ZONE zone)::date AS day, user_id, carrier, service, max(service_name) AS service_name,
      sum(revenue_cents) AS revenue_cents, sum(cost_cents) AS cost_cents, sum(fees_cents) AS fees_cents, sum(refunds_cents) AS refunds_cents,
      sum(adjustments_cents) AS adjustments_cents, sum(losses_cents) AS losses_cents
    FROM line GROUP BY 1, 2, 3, 4
  ), by_day AS (
    INSERT INTO money_totals_by_day AS t
    SELECT day, carrier, service, max(service_name), sum(revenue_cents), sum(cost_cents), sum(fees_cents), sum(refunds_cents), sum(adjustments_cents),
      sum(losses_cents) FROM sums GROUP BY 1, 2, 3
    ON CONFLICT (day, carrier, service) DO UPDATE SET service_name = excluded.service_name,
      revenue_cents = t.revenue_cents + excluded.revenue_cents, cost_cents = t.cost_cents + excluded.cost_cents,
      fees_cents = t.fees_cents + excluded.fees_cents, refunds_cents = t.refunds_cents + excluded.refunds_cents,
      adjustments_cents = t.adjustments_cents + excluded.adjustments_cents, losses_cents = t.losses_cents + excluded.losses_cents
  ), by_client_day AS (
    INSERT INTO money_totals_by_client_day AS t
    SELECT day, user_id, sum(revenue_cents), sum(cost_cents), sum(fees_cents), sum(refunds_cents), sum(adjustments_cents), sum(losses_cents)
    FROM sums GROUP BY 1, 2
    ON CONFLICT (day, user_id) DO UPDATE SET
      revenue_cents = t.revenue_cents + excluded.revenue_cents, cost_cents = t.cost_cents + excluded.cost_cents,
      fees_cents = t.fees_cents + excluded.fees_cents, refunds_cents = t.refunds_cents + excluded.refunds_cents,
      adjustments_cents = t.adjustments_cents + excluded.adjustments_cents, losses_cents = t.losses_cents + excluded.losses_cents
  )
  INSERT INTO money_totals_by_client_month AS t
  SELECT date_trunc('month', day::timestamp)::date, user_id, sum(revenue_cents), sum(cost_cents), sum(fees_cents), sum(refunds_cents), sum(adjustments_cents),
    sum(losses_cents) FROM sums GROUP BY 1, 2
  ON CONFLICT (month, user_id) DO UPDATE SET
    revenue_cents = t.revenue_cents + excluded.revenue_cents, cost_cents = t.cost_cents + excluded.cost_cents,
    fees_cents = t.fees_cents + excluded.fees_cents, refunds_cents = t.refunds_cents + excluded.refunds_cents,
    adjustments_cents = t.adjustments_cents + excluded.adjustments_cents, losses_cents = t.losses_cents + excluded.losses_cents;
  RETURN cardinality(chosen);
END $$;
REVOKE EXECUTE ON FUNCTION fold_money FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fold_money TO lading_app;

-- For the owner: the totals by day again, after the time zone has changed. The lines have no days.
CREATE FUNCTION rebuild_money_totals() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text := (SELECT time_zone FROM operator_calendar);
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('fold_money'));
  DELETE FROM money_totals_by_day;
  DELETE FROM money_totals_by_client_day;
  DELETE FROM money_totals_by_client_month;
  INSERT INTO money_totals_by_day
  SELECT (recorded_at AT TIME ZONE zone)::date, carrier, service, max(service_name), sum(revenue_cents), sum(cost_cents), sum(fees_cents),
    sum(refunds_cents), sum(adjustments_cents), sum(losses_cents) FROM money_lines GROUP BY 1, 2, 3;
  INSERT INTO money_totals_by_client_day
  SELECT (recorded_at AT TIME ZONE zone)::date, user_id, sum(revenue_cents), sum(cost_cents), sum(fees_cents), sum(refunds_cents),
    sum(adjustments_cents), sum(losses_cents)
  -- In the order of days, because they are read together.
  FROM money_lines GROUP BY 1, 2 ORDER BY 1;
  INSERT INTO money_totals_by_client_month
  SELECT date_trunc('month', day::timestamp)::date, user_id, sum(revenue_cents), sum(cost_cents), sum(fees_cents), sum(refunds_cents),
    sum(adjustments_cents), sum(losses_cents) FROM money_totals_by_client_day GROUP BY 1, 2;
END $$;
REVOKE EXECUTE ON FUNCTION rebuild_money_totals FROM PUBLIC;

CREATE OR REPLACE FUNCTION keep_operator_calendar(zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE operator_calendar SET time_zone = zone WHERE time_zone <> zone;
  IF FOUND THEN
    PERFORM rebuild_totals();
    PERFORM rebuild_money_totals();
  END IF;
END $$;
