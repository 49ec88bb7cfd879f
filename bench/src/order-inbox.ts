import { randomUUID } from 'node:crypto';
import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { BuyingCustomer } from '../../server/test/buying-customer.ts';
import { type BenchApp, percentile, startBenchApp } from './harness.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const PER_CLIENT = 2_000;
const PAGES = 200;
const WARM_UP = 20;

/** The measured client has the same orders in both sets, and one with a tenth of the many is shown beside it. */
const QUERIES = {
  ready: 'view=ready',
  'needs attention': 'view=attention',
  shipped: 'view=shipped',
  all: 'view=all',
  'all, fifth page': 'view=all&page=5',
  'search by name': 'view=all&search=reyes%207',
  'search by number': 'view=all&search=%2310042',
  'search without a result': 'view=all&search=no%20such%20order',
  'a country': 'view=all&country=CA',
  'a tag': 'view=shipped&tag=gift',
  'a tag that no order has': 'view=all&tag=nothing',
  'a country in a search': 'view=ready&country=CA&search=reyes',
} as const;
type Times = Record<keyof typeof QUERIES, number>;

/** L15: the cost of a page of the inbox when the installation has a hundred times as many orders. */
export async function benchOrderInbox(most: number = MANY): Promise<void> {
  const few = Math.min(FEW, most / 10);
  const app = await startBenchApp();
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  try {
    // Only the rows matter here, so referenced rows are left out.
    await owner.query(`SET session_replication_role = replica`);
    const [usual, big] = [await signUp(app, owner, 'inbox'), await signUp(app, owner, 'big-inbox')];
    const own = Math.min(PER_CLIENT, few / 2);
    await insertOrders(owner, [usual.id], own);
    await insertOrders(owner, newClients(few / own), few - own);
    const atFew = await pageTimes(app, usual.token);
    await insertOrders(owner, [big.id], most / 10);
    await insertOrders(owner, newClients(most / own), most - few - most / 10);
    const atMany = await pageTimes(app, usual.token);
    const ofBig = await pageTimes(app, big.token);
    for (const query of Object.keys(QUERIES) as (keyof Times)[]) {
      const figures = `${atFew[query].toFixed(1)} ms of ${few}, ${atMany[query].toFixed(1)} ms of ${most}`;
      const ratio = (atMany[query] / atFew[query]).toFixed(2);
      console.log(`L15  inbox p95, ${query}: ${figures}, ratio ${ratio} (aim ≤ 1.5)`);
      console.log(`L15  … of a client with ${most / 10} of them: ${ofBig[query].toFixed(1)} ms`);
    }
  } finally {
    await owner.end();
    await app.close();
  }
}

const newClients = (count: number) => Array.from({ length: Math.ceil(count) }, () => randomUUID());

async function signUp(app: BenchApp, owner: pg.Client, name: string): Promise<{ id: string; token: string }> {
  const customer = new BuyingCustomer(async () => app.url, { name, careful: false });
  const token = await customer.signUp();
  const { rows } = await owner.query(`SELECT id FROM users WHERE email LIKE $1`, [`${name}@%`]);
  return { id: rows[0].id, token };
}

const ITEMS = JSON.stringify([
  {
    ...{
      externalId: '1',
      sku: 'MUG-01',
      title: 'Mug',
      variant: 'Blue',
      quantity: 2,
      remaining: 2,
      needed: 2,
    },
    ...{ unitPriceCents: 1800, weightGrams: 340, originCountry: '', hsCode: '', requiresShipping: true },
  },
]);
const RECIPIENT = JSON.stringify({
  ...{ name: 'Dana Reyes', company: '', line1: '500 W 2nd St', line2: '', line3: '', city: 'Austin' },
  ...{ region: 'TX', postcode: '78701', country: 'US', phone: '5125550188', email: 'dana@home.example' },
});

/** Spread evenly over the clients and over the last year; one in twenty is open. */
async function insertOrders(owner: pg.Client, clients: string[], count: number): Promise<void> {
  const { rows } = await owner.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'orders_search'`);
  // Building it once at the end is much faster.
  await owner.query(`DROP INDEX orders_search`);
  await owner.query(
    `INSERT INTO order_sources (id, user_id, kind, name, settings, state, created_at, updated_at)
     SELECT id, id, 'api', 'Shop', '{"notifyBuyer": true, "completeOrder": false}', 'active', now(), now()
     FROM unnest($1::uuid[]) id`,
    [clients],
  );
  await owner.query(
    `INSERT INTO orders (id, user_id, source_id, external_id, number, placed_at, changed_at, shop_digest, shop_state, paid,
       currency, total_cents, shipping_paid_cents, shipping_method, notes, tags, shop_recipient, country, recipient_key, items,
       status, search_text, created_at, updated_at)
     SELECT gen_random_uuid(), client, client, gen_random_uuid(), '#' || 10000 + n, moment, moment, '\\x00',
       CASE WHEN n % 20 = 0 THEN 'open' ELSE 'shipped' END, 'yes', 'USD', 3600, 600, '{"text": "Standard", "code": "standard"}',
       '{"buyer": "", "merchant": "", "gift": ""}', CASE WHEN n % 10 = 0 THEN '{gift}'::text[] ELSE '{}' END, $4::jsonb,
       CASE WHEN n % 8 = 0 THEN 'CA' ELSE 'US' END, int4send(n), $5::jsonb,
       CASE WHEN n % 60 = 0 THEN 'attention' WHEN n % 20 = 0 THEN 'ready' ELSE 'shipped' END,
       '#' || 10000 + n || ' dana reyes ' || n || ' austin mug-01', moment, moment
     FROM generate_series(1, $3::int) n, LATERAL (SELECT ($1::uuid[])[1 + n % $2]) c (client),
       LATERAL (SELECT now() - random() * interval '365 days') m (moment)`,
    [clients, clients.length, count, RECIPIENT, ITEMS],
  );
  await owner.query(rows[0].indexdef);
  await owner.query('VACUUM ANALYZE orders');
}

/** The 95th percentile in milliseconds, per kind of page. */
async function pageTimes(app: BenchApp, token: string): Promise<Times> {
  const headers = { authorization: `Bearer ${token}` };
  const p95 = async (query: string) => {
    const times: number[] = [];
    for (let page = -WARM_UP; page < PAGES; page += 1) {
      const begun = performance.now();
      const answer = await fetch(`${app.url}${API.orders}?${query}`, { headers });
      if (!answer.ok) throw new Error(`The inbox was answered with ${answer.status}: ${await answer.text()}`);
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
