import { TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeApiKey } from '../../../test/api-keys.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { begunBatch, goodCells, ratedBatch, upload, work } from '../../../test/bulk.ts';
import { aDeclaration, anItem } from '../../../test/declared-goods.ts';
import { logInAs, makeUser, PASSWORD, postLogin, type TestUser } from '../../../test/factories.ts';
import { tablesIn, tracesOf } from '../../../test/personal-traces.ts';
import { addPasskey } from '../../../test/second-factor.ts';
import { anImportedOrder, shipImported } from '../../../test/ship-orders.ts';
import {
  aShipment,
  boughtLabel,
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  makeShop,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { cleanUp, sweep } from '../../sweep.ts';

/** Unique texts: a match anywhere in the database is a trace of this client. */
const NAME = 'Zerlina Quickmark';
const EMAIL = 'zerlina.quickmark@shop.example';
const OLD_EMAIL = 'old.quickmark@shop.example';
const PHONE = '5035559917';
const STREET = '4711 Quickmark Avenue';
const RECEIVER = 'Xaver Farmark';
const RECEIVER_STREET = '88 Farmark Road';
const MARKS = ['quickmark', 'zerlina', PHONE, 'farmark', 'xaver', '5125559918', 'markednote', 'markedkey'];

const person = (fullName: string, address: string, phone: string, email: string) => ({
  fullName,
  address,
  address2: `Floor of ${fullName}`,
  city: 'Portland',
  state: 'OR',
  zipCode: '97204',
  country: 'US',
  phone,
  email,
});
const SHIPMENT = aShipment({
  sender: person(NAME, STREET, PHONE, EMAIL),
  receiver: {
    ...person(RECEIVER, RECEIVER_STREET, '5125559918', 'xaver@farmark.example'),
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
  },
  customs: aDeclaration({
    signer: NAME,
    recipientTaxId: { kind: 'other', number: '99-markedtax' },
    items: [anItem({ description: 'Candle of Zerlina' })],
  }),
});
const CELLS = {
  sender_fullname: NAME,
  sender_address: STREET,
  sender_phone: PHONE,
  sender_email: EMAIL,
  receiver_fullname: RECEIVER,
  receiver_address: RECEIVER_STREET,
  order_ref: 'markednote 7',
};

let test: TestApp;
let admin: Shop;
let client: TestUser;
let shop: Shop;
let shipmentId: string;
let before: Awaited<ReturnType<typeof totals>>;

beforeAll(async () => {
  test = await buildTestApp();
  const user = await makeUser(test, { role: 'admin' });
  admin = { userId: user.id, token: (await logInAs(test, user)).token };
  await boughtLabel(test, await makeShop(test));
  await call(test, admin, 'PUT', API.adminGlobalPricing, { markupType: 'percentage', markupAmount: 12.5 });
  await useEverything();
  await sweep(test.deps);
  await cleanUp(test.deps);
  before = await totals();
});
afterAll(() => test.close());

const forClient = (route: string) => route.replace(':id', client.id);
const erase = (body: object | undefined = { confirmPermanentDelete: true }) =>
  call(test, admin, 'DELETE', forClient(API.adminClient), body);

/** Creates a client and uses every feature once. */
async function useEverything(): Promise<void> {
  const account = { email: OLD_EMAIL, password: PASSWORD, full_name: NAME, phone: PHONE };
  await test.inject({ method: 'POST', url: API.register, payload: account });
  const { user, token } = (await postLogin(test, OLD_EMAIL, PASSWORD)).json();
  client = { id: user.id, email: EMAIL, password: PASSWORD };
  shop = { userId: user.id, token };
  await call(test, shop, 'POST', API.forgotPassword, { email: OLD_EMAIL });
  await call(test, admin, 'PUT', forClient(API.adminClient), { email: EMAIL });
  await call(test, shop, 'POST', API.forgotPassword, { email: EMAIL });
  await postLogin(test, EMAIL, 'a wrong password');
  // Wait until the job has run: the queue keeps its payload.
  const resets = () => test.mails(EMAIL).filter((mail) => mail.includes('reset-password'));
  await vi.waitFor(() => expect(resets()).toHaveLength(1), 20_000);
  await call(test, admin, 'GET', `${API.adminClients}?search=${encodeURIComponent(NAME)}`);
  await call(test, admin, 'GET', `${API.adminClients}?search=${EMAIL}`);
  const { fullName, phone, ...address } = { ...person(NAME, STREET, PHONE, EMAIL), suite: 'Zerlina' };
  await call(test, shop, 'PUT', API.profile, { fullName, phone, defaultAddress: address });
  await call(test, shop, 'POST', API.savedAddresses, { nickname: 'Xaver', ...SHIPMENT.receiver });
  const box = { nickname: 'Box of Zerlina', type: 'package', length: 1, width: 1, height: 1 };
  await call(test, shop, 'POST', API.savedParcels, box);
  await call(test, shop, 'POST', API.products, { sku: 'Z-1', name: 'Candle of Zerlina' });
  await buyMarked();
  await ratesFor(test, shop, SHIPMENT);
  await uploadMarked();
  await shipMarked();
  await useAdminTexts();
  await addPasskey(test, token, 'Phone of Zerlina');
  await makeApiKey(test, token, 'orders', 'Shop of Zerlina');
}

/** What staff write about the client. */
async function useAdminTexts(): Promise<void> {
  await call(test, admin, 'POST', forClient(API.adminClientNotes), { text: `${NAME} called` });
  const refund = { amount: 1, reason: `${NAME} complained about ${STREET}` };
  const refunded = await call(test, admin, 'POST', API.adminRefund.replace(':id', shipmentId), refund);
  expect(refunded.statusCode, refunded.body).toBe(200);
}

async function buyMarked(): Promise<void> {
  const [rate] = await ratesFor(test, shop, SHIPMENT);
  const key = { 'idempotency-key': 'markedkey of Zerlina' };
  const order = {
    amount: centsOfRate(rate),
    description: `To ${RECEIVER}`,
    rateIds: [rate?.objectId ?? ''],
  };
  const payment = (await call(test, shop, 'POST', API.createPaymentIntent, order, key)).json();
  await confirm(test, payment);
  const body = { ...SHIPMENT, rateId: rate?.objectId, internalNotes: 'markednote' };
  const label = await call(test, shop, 'POST', API.label, body, key);
  expect(label.statusCode, label.body).toBe(200);
  shipmentId = label.json().transactionId;
}

async function uploadMarked(): Promise<void> {
  await begunBatch(test, shop, [goodCells(1, CELLS), goodCells(2, CELLS)]);
  await work(test);
  await ratedBatch(test, shop, [goodCells(3, CELLS)]);
  await upload(test, shop, [goodCells(4, { ...CELLS, package_weight: 'Zerlina' })]);
  const announced = await call(test, shop, 'POST', API.batches, {
    fileName: 'Orders of Zerlina.csv',
    fileHash: 'cd'.repeat(32),
    source: 'template',
    columns: TEMPLATE_COLUMNS,
    rowCount: 1,
  });
  expect(announced.statusCode, announced.body).toBe(201);
}

/** An order in a batch. */
async function shipMarked(): Promise<void> {
  const order = anImportedOrder({
    to_address: { name: RECEIVER, street1: RECEIVER_STREET, city: 'Austin', state: 'TX', zip: '78701' },
    notes: 'markednote',
  });
  const shipped = await shipImported(test, shop, order);
  expect(shipped, 'one order').toMatchObject({ shipped: 1 });
}

const traces = () => tracesOf(test.ownerUrl, MARKS);

/** Every total over shipments and money of all clients. */
async function totals() {
  const json = async (url: string) => (await call(test, admin, 'GET', url)).json();
  const dashboard = (await json(`${API.adminDashboard}?period=365d`)).data;
  const stats = await json(API.adminShipmentStats);
  const nameless = (clients: { name: string }[]) => clients.map((each) => ({ ...each, name: '' }));
  const { rows: ledger } = await sql`
    SELECT account, sum(cents)::bigint AS cents, count(*) AS entries FROM ledger_entries GROUP BY account
    UNION ALL SELECT 'shipments ' || state, sum(total_cents), count(*) FROM shipments GROUP BY state
    UNION ALL SELECT 'payments ' || status, sum(amount_cents), count(*) FROM payments GROUP BY status
    UNION ALL SELECT 'refunds ' || state, sum(cents), count(*) FROM refunds GROUP BY state
    UNION ALL SELECT 'months', sum(gross_cents + commission_cents), sum(shipments) FROM shipments_by_client_month
    UNION ALL SELECT 'days', sum(gross_cents + commission_cents), sum(shipments) FROM shipments_by_day
    ORDER BY 1`.execute(test.deps.db);
  return {
    dashboard: { ...dashboard, topPerformingClients: nameless(dashboard.topPerformingClients) },
    stats: { ...stats, topClients: nameless(stats.topClients) },
    ledger,
  };
}

describe('erasing a client', { shuffle: false }, () => {
  it.each([
    [{}],
    [{ confirmPermanentDelete: 'true' }],
    [{ confirmPermanentDelete: 1 }],
    [{ confirmPermanentDelete: false }],
    [undefined],
  ])('rejects the confirmation %j (MA08)', async (body) => {
    const answer = await call(test, admin, 'DELETE', forClient(API.adminClient), body);
    expect(answer.statusCode).toBe(400);
    expect((await call(test, shop, 'GET', API.verify)).statusCode).toBe(200);
  });

  it('starts with traces in many tables', async () => {
    for (const address of [EMAIL, OLD_EMAIL]) expect(test.mails(address)).not.toEqual([]);
    expect(tablesIn(await traces())).toEqual(
      expect.arrayContaining([
        'public.bulk_batches',
        'public.bulk_rows',
        'public.client_profiles',
        'public.idempotency_keys',
        'public.payments',
        'public.quote_requests',
        'public.saved_addresses',
        'public.saved_parcels',
        'public.products',
        'public.shipments',
        'public.shipment_labels',
        'public.refunds',
        'public.passkeys',
        'public.api_keys',
        'public.client_notes',
        'public.users',
        'sandbox.carrier_purchases',
        'sandbox.gateway_intents',
        'sandbox.gateway_refunds',
        'jobs.job_common',
      ]),
    );
  });

  it('removes every trace of the person', async () => {
    const answer = await erase();
    expect([answer.statusCode, answer.json()]).toEqual([200, { deleted: true }]);
    expect(await traces()).toEqual([]);
    for (const address of [EMAIL, OLD_EMAIL]) expect(test.mails(address)).toEqual([]);
    const row = await test.deps.db
      .selectFrom('users')
      .select(['full_name', 'email', 'phone', 'status', 'erased_at'])
      .where('id', '=', client.id)
      .executeTakeFirst();
    expect(row).toEqual({
      full_name: `Deleted client ${client.id.slice(0, 8)}`,
      email: `deleted-${client.id}@erased.invalid`,
      phone: null,
      status: 'inactive',
      erased_at: test.clock.now(),
    });
  });

  it('keeps no declaration', async () => {
    for (const table of ['quote_requests', 'shipments'] as const) {
      const rows = await test.deps.db
        .selectFrom(table)
        .select('declaration')
        .where('user_id', '=', client.id)
        .execute();
      expect(rows.length, table).toBeGreaterThan(0);
      expect(rows.filter(({ declaration }) => declaration !== null)).toEqual([]);
    }
  });

  it('ends the sessions and allows no further login', async () => {
    expect((await call(test, shop, 'GET', API.verify)).statusCode).toBe(401);
    for (const name of [EMAIL, `deleted-${client.id}@erased.invalid`, `erased:${client.id}`])
      expect((await postLogin(test, name, PASSWORD)).statusCode).toBe(401);
  });

  it('makes every route answer 404', async () => {
    const list = (await call(test, admin, 'GET', API.adminClients)).json();
    expect(list.users.map(({ userId }: { userId: string }) => userId)).not.toContain(client.id);
    expect(list.totalClients).toBe(list.users.length);
    expect((await call(test, admin, 'GET', forClient(API.adminClient))).statusCode).toBe(404);
    expect((await erase()).statusCode).toBe(404);
    expect((await call(test, admin, 'PUT', forClient(API.adminClientActivate))).statusCode).toBe(404);
  });

  it('changes no total and keeps the ledger balanced', async () => {
    expect(await totals()).toEqual({
      ...before,
      dashboard: { ...before.dashboard, metadata: expect.anything() },
    });
    await expectConsistentLedger(test);
  });

  it('keeps the places and numbers of shipments, but not their labels', async () => {
    const rows = await test.deps.db
      .selectFrom('shipments')
      .leftJoin('shipment_labels', 'shipment_id', 'shipments.id')
      .select(['sender', 'receiver', 'notes', 'tracking_number', 'search_text', 'bytes'])
      .where('user_id', '=', client.id)
      .execute();
    expect(rows).toHaveLength(3);
    for (const { sender, receiver, notes, tracking_number, search_text, bytes } of rows) {
      expect(sender).toEqual({
        name: '',
        company: '',
        street1: '',
        street2: '',
        phone: '',
        email: '',
        city: 'Portland',
        state: 'OR',
        zip: '97204',
        country: 'US',
      });
      expect(receiver).toMatchObject({ name: '', street1: '', city: 'Austin', state: 'TX', zip: '78701' });
      expect([notes, bytes]).toEqual(['', null]);
      expect(search_text).toBe(`${tracking_number} austin`.toLowerCase());
    }
  });

  it('records only the account id', async () => {
    const records = await test.deps.db
      .selectFrom('audit_logs')
      .select(['status', 'details', 'user_id'])
      .where('event_type', '=', 'DELETE_USER')
      .execute();
    expect(records).toEqual([{ status: 'success', details: { clientId: client.id }, user_id: admin.userId }]);
  });

  it('still allows a refund to the card (MO21)', async () => {
    const body = { amount: 1.25, reason: 'Late delivery' };
    const answer = await call(test, admin, 'POST', API.adminRefund.replace(':id', shipmentId), body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().refund).toMatchObject({ amount: 1.25, status: 'succeeded' });
    await expectConsistentLedger(test);
  });

  it('frees the email address for a new account without history', async () => {
    const account = { email: EMAIL, password: PASSWORD, full_name: 'Somebody New' };
    expect((await test.inject({ method: 'POST', url: API.register, payload: account })).statusCode).toBe(201);
    const { user, token } = (await postLogin(test, EMAIL, PASSWORD)).json();
    expect(user.id).not.toBe(client.id);
    const history = await call(test, { userId: user.id, token }, 'GET', API.history);
    expect(history.statusCode).toBe(200);
    expect(JSON.stringify(history.json())).not.toContain(shipmentId);
  });
});
