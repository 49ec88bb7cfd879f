/**
 * The statements that generate the data, in order. The temporary table `seed_given` holds the requested sizes
 * and `seed_orders` the random orders. All rows of a shipment are derived from its one row there, so that
 * they agree.
 */

export const DRAWING: readonly (readonly [what: string, sql: string])[] = [
  [
    'lists of names and places',
    // Ids start with their time, so that inserts in that order append to the indexes.
    `CREATE FUNCTION pg_temp.seed_id(created timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
       SELECT (lpad(to_hex((extract(epoch FROM created) * 1000)::bigint), 12, '0') || '7' || right(gen_random_uuid()::text, 21))::uuid
     $$;
     CREATE TEMP TABLE seed_names ON COMMIT DROP AS
       SELECT place::int AS n, name ->> 'first' AS first, name ->> 'last' AS last, name ->> 'mail' AS mail
       FROM seed_given, jsonb_array_elements(facts -> 'names') WITH ORDINALITY AS e (name, place);
     CREATE TEMP TABLE seed_places ON COMMIT DROP AS
       SELECT place::int AS n, address FROM seed_given, jsonb_array_elements(facts -> 'places') WITH ORDINALITY AS e (address, place);
     CREATE TEMP TABLE seed_receivers ON COMMIT DROP AS
       SELECT place::int AS n, address FROM seed_given, jsonb_array_elements(facts -> 'receivers') WITH ORDINALITY AS e (address, place);
     CREATE TEMP TABLE seed_parcels ON COMMIT DROP AS
       SELECT place::int AS n, parcel FROM seed_given, jsonb_array_elements(facts -> 'parcels') WITH ORDINALITY AS e (parcel, place);
     CREATE TEMP TABLE seed_services ON COMMIT DROP AS
       SELECT row_number() OVER () AS n, s.* FROM seed_given, jsonb_to_recordset(facts -> 'services')
         AS s (carrier text, code text, name text, cents bigint, days int, "numbersBegin" text, digits int);
     CREATE TEMP TABLE seed_start ON COMMIT DROP AS
       SELECT (SELECT count(*) FROM shipments) AS number, (SELECT coalesce(max(id), 0) FROM ledger_transactions) AS booking,
              (SELECT coalesce(max(seq), 0) FROM audit_logs) AS record`,
  ],
  [
    'clients',
    `CREATE TEMP TABLE seed_clients ON COMMIT DROP AS
     SELECT c.n, c.id, a.first || ' ' || b.last AS name, c.n % 10 = 0 AS is_flat,
            a.mail || '.' || right(c.id::text, 8) || '@shop.example' AS email,
            '2025550' || lpad((c.n % 1000)::text, 3, '0') AS phone, p.address AS sender
     FROM (SELECT n, gen_random_uuid() AS id FROM seed_given, generate_series(1, clients) n) c
     JOIN seed_names a ON a.n = 1 + c.n % (SELECT count(*) FROM seed_names)
     JOIN seed_names b ON b.n = 1 + c.n * 7 % (SELECT count(*) FROM seed_names)
     JOIN seed_places p ON p.n = 1 + c.n % (SELECT count(*) FROM seed_places);
     UPDATE seed_clients SET sender = sender || jsonb_build_object('name', name, 'phone', phone, 'email', email)`,
  ],
  [
    'orders',
    // One client has a fifth of all orders, few clients have many, and volume grows over time.
    `CREATE TEMP TABLE seed_orders ON COMMIT DROP AS
     WITH drawn AS MATERIALIZED (
       SELECT now - interval '10 minutes' - power(random(), 1.5) * interval '730 days' AS created_at,
              CASE WHEN random() < 0.2 THEN 1 ELSE 1 + floor(power(random(), 2) * clients)::int END AS client,
              1 + floor(power(random(), 1.4) * (SELECT count(*) FROM seed_services))::int AS service,
              1 + floor(random() * (SELECT count(*) FROM seed_receivers))::int AS receiver,
              1 + floor(random() * (SELECT count(*) FROM seed_parcels))::int AS parcel,
              random() AS luck, random() AS weight, random() < 0.01 AS complained
       FROM seed_given, generate_series(1, shipments)
     ), priced AS (
       SELECT row_number() OVER (ORDER BY d.created_at) AS n, d.created_at, d.luck, d.weight, d.complained, c.id AS user_id,
              c.n AS client, c.is_flat, s.n AS service, s.carrier, s.code, s.name AS service_name, s.days, s."numbersBegin", s.digits,
              (s.cents * (0.7 + 1.3 * d.weight))::bigint AS cost_cents, d.receiver, d.parcel,
              CASE WHEN d.luck < 0.015 THEN 'refunded'
                   WHEN d.created_at > now - interval '20 hours' THEN 'purchased'
                   WHEN d.created_at > now - (s.days + 1) * interval '1 day' THEN 'in_transit'
                   WHEN d.luck < 0.025 THEN 'returned' ELSE 'delivered' END AS state
       FROM seed_given, drawn d JOIN seed_clients c ON c.n = d.client JOIN seed_services s ON s.n = d.service
     ), charged AS (
       SELECT *, CASE WHEN is_flat THEN 75 ELSE (cost_cents * 800 + 5000) / 10000 END AS commission_cents,
              state <> 'refunded' AS is_bought FROM priced
     )
     SELECT p.*, cost_cents + commission_cents AS total_cents, pg_temp.seed_id(p.created_at) AS id, pg_temp.seed_id(p.created_at) AS payment_id,
            pg_temp.seed_id(p.created_at) AS quote_id, pg_temp.seed_id(p.created_at) AS refund_id,
            CASE WHEN NOT is_bought THEN 'failed_purchase'
                 WHEN complained AND p.created_at < now - interval '4 days' THEN 'by_admin' END AS refund_kind,
            CASE WHEN NOT is_bought OR weight < 0.5 THEN cost_cents + commission_cents
                 ELSE 1 + (cost_cents + commission_cents) / 3 END AS refund_cents,
            p.created_at + CASE WHEN is_bought THEN interval '3 days' ELSE interval '9 seconds' END AS refunded_at,
            CASE WHEN is_bought THEN "numbersBegin" ||
              lpad(((seed_start.number + p.n) * 618033989 % power(10, digits)::bigint)::text, digits, '0') END AS tracking_number
     FROM seed_given, seed_start, charged p ORDER BY p.n;
     ANALYZE seed_orders`,
  ],
];

export const WRITING: readonly (readonly [what: string, sql: string])[] = [
  [
    'users',
    `INSERT INTO users (id, email, email_key, full_name, phone, password_hash, role, status, created_at, last_active_at)
     SELECT c.id, c.email, c.email, c.name, c.phone, password_hash, 'client',
            CASE WHEN c.n % 50 = 49 THEN 'suspended' WHEN c.n % 50 = 48 THEN 'inactive' ELSE 'active' END,
            now - interval '731 days' - c.n * interval '1 minute', o.last
     FROM seed_given, seed_clients c LEFT JOIN (SELECT client, max(created_at) AS last FROM seed_orders GROUP BY client) o ON o.client = c.n;
     INSERT INTO client_pricing (user_id, markup_type, markup_value, updated_at)
     SELECT id, 'flat_rate', 75, now FROM seed_given, seed_clients WHERE is_flat`,
  ],
  [
    'quotes',
    `INSERT INTO quote_requests (id, user_id, request_hash, sender, receiver, parcel, ship_date, created_at, expires_at)
     SELECT o.quote_id, o.user_id, sha256(o.quote_id::text::bytea),
            c.sender, r.address, p.parcel, o.created_at::date,
            o.created_at - interval '3 minutes', o.created_at + interval '57 minutes'
     FROM seed_orders o JOIN seed_clients c ON c.n = o.client JOIN seed_receivers r ON r.n = o.receiver JOIN seed_parcels p ON p.n = o.parcel;
     INSERT INTO quotes (id, request_id, user_id, provider, carrier_rate, cost_cents, commission_type, commission_value,
       commission_cents, total_cents, consumed_by)
     SELECT quote_id, quote_id, user_id, 'builtin',
            jsonb_build_object('carrier', carrier, 'service', code, 'serviceName', service_name, 'costCents', cost_cents, 'retailCents', null,
              'currency', 'USD', 'zone', '5', 'billedWeightLb', 2, 'lines', '[]'::jsonb, 'estimatedDays', days,
              'deliveryDate', created_at::date + days, 'estimated', false),
            cost_cents, CASE WHEN is_flat THEN 'flat_rate' ELSE 'percentage' END, CASE WHEN is_flat THEN 75 ELSE 800 END,
            commission_cents, total_cents, id
     FROM seed_orders`,
  ],
  [
    'payments',
    `INSERT INTO payments (id, user_id, provider, intent_id, amount_cents, description, status, allocated_cents, refund_reserved_cents,
       created_at, succeeded_at)
     SELECT payment_id, user_id, 'test', 'pi_seed_' || payment_id, total_cents, service_name, 'succeeded', total_cents,
            CASE WHEN refund_kind IS NULL THEN 0 ELSE refund_cents END, created_at - interval '2 minutes', created_at - interval '1 second'
     FROM seed_orders`,
  ],
  [
    'shipments',
    `INSERT INTO shipments (id, user_id, quote_id, payment_id, state, fence, attempts, provider, carrier, service, service_name,
       transaction_id, tracking_number, cost_cents, commission_cents, total_cents, actual_cost_cents, sender, receiver, parcel,
       ship_date, delivery_date, search_text, created_at, purchased_at, delivered_at)
     SELECT o.id, o.user_id, o.quote_id, o.payment_id, o.state, 1, 1, 'builtin', o.carrier, o.code, o.service_name,
            CASE WHEN is_bought THEN 'seed_' || o.id END, o.tracking_number, o.cost_cents, o.commission_cents, o.total_cents,
            CASE WHEN is_bought THEN o.cost_cents END,
            c.sender, r.address, p.parcel, o.created_at::date,
            o.created_at::date + o.days, lower(concat_ws(' ', o.tracking_number, r.address ->> 'name', r.address ->> 'city')), o.created_at,
            CASE WHEN is_bought THEN o.created_at + interval '2 seconds' END,
            CASE WHEN o.state = 'delivered' THEN o.created_at + o.days * interval '1 day' END
     FROM seed_orders o JOIN seed_clients c ON c.n = o.client JOIN seed_receivers r ON r.n = o.receiver JOIN seed_parcels p ON p.n = o.parcel`,
  ],
  [
    'purchases, with blank labels',
    `INSERT INTO allocations (shipment_id, payment_id, cents) SELECT id, payment_id, total_cents FROM seed_orders;
     INSERT INTO purchase_attempts (id, shipment_id, number, state, detail, started_at, ended_at)
     SELECT quote_id, id, 1, CASE WHEN is_bought THEN 'succeeded' ELSE 'declined' END,
            CASE WHEN is_bought THEN '' ELSE 'The carrier could not accept this package.' END, created_at, created_at + interval '2 seconds'
     FROM seed_orders;
     INSERT INTO shipment_labels (shipment_id, format, bytes) SELECT id, 'pdf', label FROM seed_given, seed_orders WHERE is_bought`,
  ],
  [
    'refunds',
    `INSERT INTO refunds (id, payment_id, shipment_id, cents, kind, reason, state, provider_id, created_at, ended_at)
     SELECT refund_id, payment_id, id, refund_cents, refund_kind,
            CASE WHEN is_bought THEN 'The package was lost.' ELSE 'The carrier could not accept this package.' END, 'succeeded',
            're_seed_' || refund_id, refunded_at, refunded_at + interval '2 seconds'
     FROM seed_orders WHERE refund_kind IS NOT NULL`,
  ],
  [
    'the ledger',
    // Reserves four ledger ids for each order.
    `INSERT INTO ledger_transactions (id, reason_key, recorded_at) OVERRIDING SYSTEM VALUE
     SELECT booking + 4 * n + place, key, at
     FROM seed_start, seed_orders, LATERAL (VALUES
       (-3, 'payment:' || payment_id, created_at - interval '1 second'),
       (-2, CASE WHEN is_bought THEN 'purchase:' || id END, created_at + interval '2 seconds'),
       (-1, CASE WHEN refund_kind IS NOT NULL THEN 'refund-request:' || refund_id END, refunded_at),
       (0, CASE WHEN refund_kind IS NOT NULL THEN 'refund:' || refund_id END, refunded_at + interval '2 seconds')) AS b (place, key, at)
     WHERE key IS NOT NULL;
     INSERT INTO ledger_entries (transaction_id, account, cents)
     SELECT booking + 4 * n + place, account, entry_cents
     FROM seed_start, seed_orders, LATERAL (VALUES
       (-3, 'processor', total_cents, true), (-3, 'customer_funds', -total_cents, true),
       (-2, 'customer_funds', total_cents, is_bought), (-2, 'carrier_payable', -cost_cents, is_bought),
       (-2, 'commission', -commission_cents, is_bought),
       (-1, CASE WHEN is_bought THEN 'refunds_given' ELSE 'customer_funds' END, refund_cents, refund_kind IS NOT NULL),
       (-1, 'refunds_payable', -refund_cents, refund_kind IS NOT NULL),
       (0, 'refunds_payable', refund_cents, refund_kind IS NOT NULL),
       (0, 'processor', -refund_cents, refund_kind IS NOT NULL)) AS e (place, account, entry_cents, holds)
     WHERE holds AND entry_cents <> 0;
     SELECT setval(pg_get_serial_sequence('ledger_transactions', 'id'), (SELECT max(id) FROM ledger_transactions))`,
  ],
  [
    'moves',
    `INSERT INTO transitions (object, object_id, from_state, to_state, moved_at)
     SELECT object, object_id, from_state, to_state, at
     FROM seed_orders, LATERAL (VALUES
       ('payments', payment_id, '', 'created', created_at - interval '2 minutes', true),
       ('payments', payment_id, 'created', 'succeeded', created_at - interval '1 second', true),
       ('shipments', id, '', 'paid', created_at, true),
       ('shipments', id, 'paid', 'purchasing', created_at, true),
       ('shipments', id, 'purchasing', 'purchased', created_at + interval '2 seconds', is_bought),
       ('shipments', id, 'purchased', 'in_transit', created_at + interval '20 hours', is_bought AND state <> 'purchased'),
       ('shipments', id, 'in_transit', state, created_at + days * interval '1 day', state IN ('delivered', 'returned')),
       ('shipments', id, 'purchasing', 'purchase_failed', created_at + interval '2 seconds', NOT is_bought),
       ('shipments', id, 'purchase_failed', 'refunding', created_at + interval '2 seconds', NOT is_bought),
       ('refunds', refund_id, '', 'requested', refunded_at, refund_kind IS NOT NULL),
       ('refunds', refund_id, 'requested', 'submitted', refunded_at, refund_kind IS NOT NULL),
       ('refunds', refund_id, 'submitted', 'succeeded', refunded_at + interval '2 seconds', refund_kind IS NOT NULL),
       ('shipments', id, 'refunding', 'refunded', refunded_at + interval '2 seconds', NOT is_bought))
       AS m (object, object_id, from_state, to_state, at, holds)
     WHERE holds`,
  ],
  [
    'audit records',
    // Payments, labels and refunds always have their records. Sign-ins and profile changes fill up the rest.
    `INSERT INTO audit_logs (log_id, recorded_at, event_type, status, user_id, user_role, ip_address, details)
     WITH of_money AS MATERIALIZED (
       SELECT at, type, status, user_id, details
       FROM seed_orders, LATERAL (VALUES
         (created_at - interval '1 second', 'PAYMENT_SUCCEEDED', 'success', jsonb_build_object('paymentId', payment_id, 'cents', total_cents), true),
         (created_at + interval '2 seconds', 'LABEL_PURCHASED', 'success',
          jsonb_build_object('shipmentId', id, 'cents', total_cents, 'trackingNumber', tracking_number), is_bought),
         (created_at + interval '2 seconds', 'LABEL_FAILED', 'error',
          jsonb_build_object('shipmentId', id, 'cents', total_cents, 'error', 'The carrier could not accept this package.'), NOT is_bought),
         (refunded_at, 'REFUND_REQUESTED', 'pending',
          jsonb_build_object('refundId', refund_id, 'paymentId', payment_id, 'shipmentId', id, 'cents', refund_cents,
            'reason', CASE WHEN is_bought THEN 'The package was lost.' ELSE 'The carrier could not accept this package.' END), refund_kind IS NOT NULL),
         (refunded_at + interval '2 seconds', 'REFUND_SUCCEEDED', 'success',
          jsonb_build_object('refundId', refund_id, 'paymentId', payment_id, 'cents', refund_cents), refund_kind IS NOT NULL))
         AS l (at, type, status, details, holds)
       WHERE holds
     ), others AS (
       SELECT now - power(random(), 1.5) * interval '730 days' AS at, 1 + floor(random() * clients)::int AS client,
              floor(random() * 10)::int AS kind
       FROM seed_given, generate_series(1, audit_logs - (SELECT count(*) FROM of_money))
     )
     SELECT pg_temp.seed_id(at), at, type, status, user_id, 'client', ip, details
     FROM (SELECT at, type, status, user_id, NULL AS ip, details FROM of_money
           UNION ALL
           SELECT at, CASE WHEN kind < 6 THEN 'LOGIN' WHEN kind < 9 THEN 'LOGOUT' ELSE 'UPDATE_PROFILE' END,
                  CASE WHEN kind = 0 THEN 'error' ELSE 'success' END, c.id, '203.0.113.' || 1 + client % 250,
                  CASE kind WHEN 0 THEN jsonb_build_object('error', 'The email or password is incorrect.')
                            WHEN 9 THEN jsonb_build_object('fields', jsonb_build_array('fullName', 'phone', 'defaultAddress')) END
           FROM others JOIN seed_clients c ON c.n = client) l
     ORDER BY at`,
  ],
];

/** Runs before the records are queued, because sealing adds them to the totals. */
export const REBUILD_TOTALS = `SELECT rebuild_totals()`;
export const QUEUE_RECORDS = `
  INSERT INTO audit_unsealed (seq, day, event_type, status, user_id)
  SELECT seq, (recorded_at AT TIME ZONE time_zone)::date, event_type, status, user_id FROM operator_calendar, seed_start, audit_logs
  WHERE seq > seed_start.record`;
/** The trigger that queues bookings is off while seeding. */
export const QUEUE_BOOKINGS = `UPDATE money_progress SET until_id = (SELECT max(id) FROM ledger_transactions)`;
