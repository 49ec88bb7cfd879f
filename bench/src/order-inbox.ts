import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { startBenchApp } from './harness.ts';
import { newClients, pageTimes, signUp, withoutIndex } from './long-lists.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const PER_CLIENT = 2_000;
const REPEATS = { warmUp: 20, measured: 200 };

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

/** L17: the cost of a page of the inbox when the installation has a hundred times as many orders. */
export async function benchOrderInbox(most: number = MANY): Promise<void> {
  const few = Math.min(FEW, most / 10);
  const app = await startBenchApp();
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  try {
    // Only the rows matter here, so referenced rows are left out.
    await owner.query(`SET session_replication_role = replica`);
    // The usual client has the same orders in both sets. The big one, with a tenth of all orders, is reported
    // next to it.
    const [usual, big] = [await signUp(app, owner, 'inbox'), await signUp(app, owner, 'big-inbox')];
    const own = Math.min(PER_CLIENT, few / 2);
    await insertOrders(owner, [usual.id], own);
    await insertOrders(owner, newClients(few / own), few - own);
    const timesOf = (token: string) => pageTimes(`${app.url}${API.orders}`, token, QUERIES, REPEATS);
    const atFew = await timesOf(usual.token);
    await insertOrders(owner, [big.id], most / 10);
    await insertOrders(owner, newClients(most / own), most - few - most / 10);
    const atMany = await timesOf(usual.token);
    const ofBig = await timesOf(big.token);
    for (const query of Object.keys(QUERIES) as (keyof typeof QUERIES)[]) {
      const figures = `${atFew[query].toFixed(1)} ms of ${few}, ${atMany[query].toFixed(1)} ms of ${most}`;
      const ratio = (atMany[query] / atFew[query]).toFixed(2);
      console.log(`L17  inbox p95, ${query}: ${figures}, ratio ${ratio} (aim ≤ 1.5)`);
      console.log(`L17  … of a client with ${most / 10} of them: ${ofBig[query].toFixed(1)} ms`);
    }
  } finally {
    await owner.end();
    await app.close();
  }
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
  await owner.query(
    `INSERT INTO order_sources (id, user_id, kind, name, settings, state, created_at, updated_at)
     SELECT id, id, 'api', 'Shop', '{"notifyBuyer": true, "completeOrder": false}', 'active', now(), now()
     FROM unnest($1::uuid[]) id`,
    [clients],
  );
  await owner.query(
    `INSERT INTO orders (id, user_id, source_id, external_id, number, placed_at, changed_at, shop_digest, shop_state, paid,
       currency, total_cents, shipping_paid_cents, shipping_method, notes, tags, shop_recipient, country, recipient_key, items,
       status, created_at, updated_at)
     SELECT gen_random_uuid(), client, client, gen_random_uuid(), '#' || 10000 + n, moment, moment, '\\x00',
       CASE WHEN n % 20 = 0 THEN 'open' ELSE 'shipped' END, 'yes', 'USD', 3600, 600, '{"text": "Standard", "code": "standard"}',
       '{"buyer": "", "merchant": "", "gift": ""}', CASE WHEN n % 10 = 0 THEN '{gift}'::text[] ELSE '{}' END, $4::jsonb,
       CASE WHEN n % 8 = 0 THEN 'CA' ELSE 'US' END, int4send(n), $5::jsonb,
       CASE WHEN n % 60 = 0 THEN 'attention' WHEN n % 20 = 0 THEN 'ready' ELSE 'shipped' END, moment, moment
     FROM generate_series(1, $3::int) n, LATERAL (SELECT ($1::uuid[])[1 + n % $2]) c (client),
       LATERAL (SELECT now() - random() * interval '365 days') m (moment)`,
    [clients, clients.length, count, RECIPIENT, ITEMS],
  );
  await withoutIndex(owner, 'order_search_texts_by_text', () =>
    owner.query(
      `INSERT INTO order_search_texts (order_id, part, user_id, search_text)
       SELECT id, 'order', user_id, lower(number) || ' dana reyes ' || substr(number, 2)::int - 10000 || ' austin mug-01'
       FROM orders WHERE user_id = ANY($1::uuid[])`,
      [clients],
    ),
  );
  await owner.query('VACUUM ANALYZE orders, order_search_texts');
}
