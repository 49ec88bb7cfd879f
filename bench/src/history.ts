import { randomUUID } from 'node:crypto';
import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { BuyingCustomer } from '../../server/test/buying-customer.ts';
import { type BenchApp, percentile } from './harness.ts';

const FEW = 10_000;
const MANY = 1_000_000;
/** A shop of this size has as many shipments in both sets; a big one has a tenth of the many. */
const USUAL = 200;
const BIG = MANY / 10;
const PER_CLIENT = 500;
const PAGES = 300;
const WARM_UP = 30;

const QUERIES = {
  'first page': 'limit=25&page=1',
  'eighth page': 'limit=25&page=8',
  'delivered only': 'limit=25&page=1&status=delivered',
  search: 'limit=25&page=1&search=reyes%207',
} as const;
type Times = Record<keyof typeof QUERIES, number>;

/** L2: the cost of a history page when the table is a hundred times longer. */
export async function benchHistory(app: BenchApp): Promise<void> {
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  // Only the rows matter here, so referenced rows are left out.
  await owner.query(`SET session_replication_role = replica`);
  const [usual, big] = [await signUp(app, owner, 'usual'), await signUp(app, owner, 'big')];
  await insertShipments(owner, [usual.id], USUAL);
  await insertShipments(owner, newClients(FEW / PER_CLIENT), FEW - USUAL);
  const atFew = await pageTimes(app, usual.token);
  await insertShipments(owner, [big.id], BIG);
  await insertShipments(owner, newClients(MANY / PER_CLIENT), MANY - FEW - BIG);
  const atMany = await pageTimes(app, usual.token);
  const ofBig = await pageTimes(app, big.token);
  await owner.end();
  for (const query of Object.keys(QUERIES) as (keyof Times)[]) {
    const figures = `${atFew[query].toFixed(1)} ms of ${FEW}, ${atMany[query].toFixed(1)} ms of ${MANY}`;
    const ratio = (atMany[query] / atFew[query]).toFixed(2);
    console.log(`L2   history p95, ${query}: ${figures}, ratio ${ratio} (aim ≤ 1.5)`);
    console.log(`L2   … of a client with ${BIG} of them: ${ofBig[query].toFixed(1)} ms`);
  }
}

const newClients = (count: number) => Array.from({ length: count }, () => randomUUID());

async function signUp(app: BenchApp, owner: pg.Client, name: string): Promise<{ id: string; token: string }> {
  const customer = new BuyingCustomer(async () => app.url, { name, careful: false });
  const token = await customer.signUp();
  const { rows } = await owner.query(`SELECT id FROM users WHERE email LIKE $1`, [`${name}@%`]);
  return { id: rows[0].id, token };
}

/** Spread evenly over the clients and over the last year. */
async function insertShipments(owner: pg.Client, clients: string[], count: number): Promise<void> {
  const { rows } = await owner.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'shipments_search'`);
  // Building it once at the end is much faster.
  await owner.query(`DROP INDEX shipments_search`);
  await owner.query(
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
  );
  await owner.query(rows[0].indexdef);
  await owner.query('VACUUM ANALYZE shipments');
}

/** The 95th percentile in milliseconds, per kind of page. */
async function pageTimes(app: BenchApp, token: string): Promise<Times> {
  const headers = { authorization: `Bearer ${token}` };
  const p95 = async (query: string) => {
    const times: number[] = [];
    for (let page = -WARM_UP; page < PAGES; page += 1) {
      const begun = performance.now();
      const answer = await fetch(`${app.url}${API.history}?${query}`, { headers });
      if (!answer.ok) throw new Error(`The history was answered with ${answer.status}`);
      await answer.arrayBuffer();
      if (page >= 0) times.push(performance.now() - begun);
    }
    return percentile(times, 0.95);
  };
  const times: Partial<Times> = {};
  for (const [name, query] of Object.entries(QUERIES) as [keyof Times, string][])
    times[name] = await p95(query);
  return times as Times;
}
