import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import type { BenchApp } from './harness.ts';
import { newClients, pageTimes, signUp, withoutIndex } from './long-lists.ts';

const FEW = 10_000;
const MANY = 1_000_000;
/** The usual client has this many shipments in both sets; the big one has a tenth of the larger set. */
const USUAL = 200;
const BIG = MANY / 10;
const PER_CLIENT = 500;
const REPEATS = { warmUp: 30, measured: 300 };

const QUERIES = {
  'first page': 'limit=25&page=1',
  'eighth page': 'limit=25&page=8',
  'delivered only': 'limit=25&page=1&status=delivered',
  search: 'limit=25&page=1&search=reyes%207',
} as const;

/** L2: the cost of a history page when the table is a hundred times longer. */
export async function benchHistory(app: BenchApp): Promise<void> {
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  // Only the rows matter here, so referenced rows are left out.
  await owner.query(`SET session_replication_role = replica`);
  const [usual, big] = [await signUp(app, owner, 'usual'), await signUp(app, owner, 'big')];
  await insertShipments(owner, [usual.id], USUAL);
  await insertShipments(owner, newClients(FEW / PER_CLIENT), FEW - USUAL);
  const timesOf = (token: string) => pageTimes(`${app.url}${API.history}`, token, QUERIES, REPEATS);
  const atFew = await timesOf(usual.token);
  await insertShipments(owner, [big.id], BIG);
  await insertShipments(owner, newClients(MANY / PER_CLIENT), MANY - FEW - BIG);
  const atMany = await timesOf(usual.token);
  const ofBig = await timesOf(big.token);
  await owner.end();
  for (const query of Object.keys(QUERIES) as (keyof typeof QUERIES)[]) {
    const figures = `${atFew[query].toFixed(1)} ms of ${FEW}, ${atMany[query].toFixed(1)} ms of ${MANY}`;
    const ratio = (atMany[query] / atFew[query]).toFixed(2);
    console.log(`L2   history p95, ${query}: ${figures}, ratio ${ratio} (aim ≤ 1.5)`);
    console.log(`L2   … of a client with ${BIG} of them: ${ofBig[query].toFixed(1)} ms`);
  }
}

/** Spread evenly over the clients and over the last year. */
async function insertShipments(owner: pg.Client, clients: string[], count: number): Promise<void> {
  await withoutIndex(owner, 'shipments_search', () =>
    owner.query(
      `INSERT INTO shipments (id, user_id, quote_id, payment_id, state, provider, carrier, service, service_name, transaction_id,
       tracking_number, cost_cents, commission_cents, total_cents, actual_cost_cents, sender, receiver, parcel, ship_date, search_text,
       created_at, purchased_at)
     SELECT gen_random_uuid(), ($1::uuid[])[1 + n % $2], gen_random_uuid(), gen_random_uuid(),
       CASE WHEN n % 5 = 0 THEN 'in_transit' ELSE 'delivered' END, 'builtin', 'USPS', 'usps_ground_advantage', 'Ground Advantage',
       gen_random_uuid(), 9400000000000000000000 + n, 900, 90, 990, 900,
       '{"name": "Ada Park", "city": "Portland", "state": "OR", "country": "US"}',
       '{"name": "Dana Reyes", "city": "Austin", "state": "TX", "country": "US"}', '{}', '2026-11-01',
       9400000000000000000000 + n || ' dana reyes ' || n || ' austin', moment, moment
     FROM generate_series(1, $3::int) n, LATERAL (SELECT now() - random() * interval '365 days') m (moment)`,
      [clients, clients.length, count],
    ),
  );
  await owner.query('VACUUM ANALYZE shipments');
}
