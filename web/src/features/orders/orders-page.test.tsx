import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { catchDownloads } from '../../../test/downloads.ts';
import { type Answers, json, networkFailure, never } from '../../../test/fake-server.ts';
import { ORDER_PAGE_ANSWERS } from '../../../test/order-rules.ts';
import { orderDetails, orderRow, ordersAnswer, STORE } from '../../../test/orders.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, choose, field, main, toastWith } from '../../../test/screen.ts';
import { longIt } from '../../../test/tier.ts';

const LIST = `GET ${API.orders}`;
const SHIP = `POST ${API.ordersShip}`;
const FIRST = orderRow(1);
const SECOND = orderRow(2, { recipientName: 'Jo Diaz', combinable: 1 });
const HELD = orderRow(3, {
  status: 'held',
  hold: { reason: 'Waiting for stock', until: '2026-12-01', isByRule: false },
});
const BROKEN = orderRow(4, {
  status: 'attention',
  problems: [{ code: 'weight_missing', detail: 'TEA-05' }],
  preparation: {},
});
const ONE = path(API.order, { id: FIRST.id });

const openOrders = (answers: Answers = {}, search = '') =>
  openApp(`${PAGES.orders}${search}`, {
    as: 'client',
    answers: {
      [LIST]: () => ordersAnswer([FIRST, SECOND, HELD, BROKEN]),
      [`GET ${API.orderSources}`]: () => json({ sources: [STORE], authorizations: [] }),
      [`GET ${ONE}`]: () => json({ order: orderDetails(FIRST) }),
      [`GET ${API.batches}`]: () => never(),
      ...ORDER_PAGE_ANSWERS,
      ...answers,
    },
  });
const row = (number: string) => page.getByRole('row', { name: new RegExp(number) });
const check = (number: string) => page.getByRole('checkbox', { name: `Select order ${number}` });
const drawer = () => page.getByRole('dialog', { name: 'Order', exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the inbox', () => {
  it('shows orders with their reasons, and is accessible', async () => {
    await openOrders();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
    await expect.element(row('#1001').getByText('Ada Park')).toBeVisible();
    await expect.element(row('#1001').getByText('1 lb 12 oz')).toBeVisible();
    await expect
      .element(row('#1002').getByText('1 more order for the same recipient and address'))
      .toBeVisible();
    await expect
      .element(row('#1003').getByText('On hold until Dec 1, 2026: Waiting for stock'))
      .toBeVisible();
    await expect.element(row('#1004').getByText('Weight is missing: TEA-05')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Needs attention 1' })).toBeInTheDocument();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  });

  it('keeps view, search and filters in the URL', async () => {
    const { callsTo, currentPath } = await openOrders();
    await choose('All 9');
    await expect.poll(currentPath).toBe(`${PAGES.orders}?view=all`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('mug');
    await expect.poll(() => callsTo(LIST).at(-1)?.query.get('search')).toBe('mug');
    await page.getByLabelText('Store').selectOptions(STORE.id);
    await expect.poll(currentPath).toBe(`${PAGES.orders}?view=all&search=mug&source=${STORE.id}`);
    await expect.poll(() => callsTo(LIST).at(-1)?.query.get('source')).toBe(STORE.id);
  });

  it('leads to the stores when there is no order yet', async () => {
    const none = { ready: 0, attention: 0, shipped: 0, all: 0, held: 0, in_progress: 0 };
    const { currentPath } = await openOrders({ [LIST]: () => ordersAnswer([], 0, none) });
    await expect.element(main().getByText('No orders yet')).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await page.getByRole('link', { name: 'Connect a store' }).click();
    await expect.poll(currentPath).toBe(PAGES.orderSources);
  });

  it('says that it could not be loaded, and loads on the next try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { answer } = await openOrders({ [LIST]: () => json({}, 500) });
    await expect.element(main().getByText('We couldn’t load your orders.')).toBeVisible();
    answer({ [LIST]: () => ordersAnswer([FIRST]) });
    await button('Try again').click();
    await expect.element(row('#1001')).toBeVisible();
  });
});

describe('selected orders', () => {
  longIt('become a batch, by keyboard alone', async () => {
    const { callsTo, currentPath } = await openOrders({
      [SHIP]: () => json({ batchId: 'b1', shipped: 2, leftOut: [] }),
      [`GET ${path(API.batch, { id: 'b1' })}`]: never,
    });
    await expect.element(row('#1001')).toBeVisible();
    await userEvent.keyboard('j');
    await userEvent.keyboard('x');
    await userEvent.keyboard('j');
    await userEvent.keyboard('x');
    await expect.element(page.getByText('2 orders selected')).toBeVisible();
    await userEvent.keyboard('s');
    await expect.poll(currentPath).toBe(`${PAGES.bulkUpload}?batch=b1`);
    expect(callsTo(SHIP).at(-1)?.body).toEqual({ orderIds: [FIRST.id, SECOND.id] });
    expect(callsTo(SHIP).at(-1)?.headers.get('idempotency-key')).toMatch(/^[\da-f]{32}$/);
  });

  it('do not take the user away from a page that was opened since', async () => {
    const answer = Promise.withResolvers<Response>();
    const { currentPath, router } = await openOrders({
      [SHIP]: () => answer.promise,
      [`GET ${API.profile}`]: never,
      [`GET ${API.savedAddresses}`]: never,
      [`GET ${API.savedParcels}`]: never,
    });
    await check('#1001').click();
    await button('Ship 1 order').click();
    await router.navigate(PAGES.profile);
    await expect.element(row('#1001')).not.toBeInTheDocument();
    answer.resolve(json({ batchId: 'b1', shipped: 1, leftOut: [] }));
    await expect
      .element(toastWith('Your orders are in an upload. Open it under Bulk Upload to buy the labels.'))
      .toBeVisible();
    expect(currentPath()).toBe(PAGES.profile);
  });

  it('open the same batch when the first answer was lost', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const answers = [networkFailure, () => json({ batchId: 'b1', shipped: 1, leftOut: [] })];
    const { callsTo, currentPath } = await openOrders({
      [SHIP]: () => answers.shift()?.() ?? never(),
      [`GET ${path(API.batch, { id: 'b1' })}`]: never,
    });
    await check('#1001').click();
    await button('Ship 1 order').click();
    await expect.poll(() => callsTo(SHIP)).toHaveLength(1);
    const lists = callsTo(LIST).length;
    await button('Ship 1 order').click();
    await expect.poll(currentPath).toBe(`${PAGES.bulkUpload}?batch=b1`);
    // Otherwise the list would still offer the shipped order.
    await expect.poll(() => callsTo(LIST).length).toBeGreaterThan(lists);
    const keys = callsTo(SHIP).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('are all orders of the list, on every page, after one click', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => orderRow(n + 1).id);
    const { callsTo } = await openOrders({
      [LIST]: () => ordersAnswer([FIRST, SECOND], 60),
      [`GET ${API.orderIds}`]: () => json({ ids, more: false }),
      [SHIP]: () =>
        json({
          batchId: null,
          shipped: 0,
          leftOut: [{ id: FIRST.id, number: '#1001', reason: 'in_progress' }],
        }),
    });
    await page.getByRole('checkbox', { name: 'Select all orders on this page' }).click();
    await button('Select all 60').click();
    await button('Ship 60 orders').click();
    await expect.element(toastWith('None of these orders can be shipped now.')).toBeVisible();
    expect(callsTo(SHIP).at(-1)?.body).toEqual({ orderIds: ids });
  });

  it('are cleared when another list is shown', async () => {
    await openOrders();
    await check('#1001').click();
    await expect.element(page.getByText('1 order selected')).toBeVisible();
    await choose('All 9');
    await expect.element(page.getByText('1 order selected')).not.toBeInTheDocument();
  });

  it('selected as a range leave out those that cannot be changed', async () => {
    const busy = orderRow(2, { status: 'in_progress' });
    await openOrders({ [LIST]: () => ordersAnswer([FIRST, busy, orderRow(3)]) });
    await check('#1001').click();
    await check('#1003').click({ modifiers: ['Shift'] });
    await expect.element(page.getByText('2 orders selected')).toBeVisible();
    await expect.element(check('#1002')).not.toBeChecked();
  });
});

describe('printing', () => {
  it('offers a pick list before shipping, and labels with slips afterward', async () => {
    const files = catchDownloads();
    const PRINT = `POST ${API.ordersPrint}`;
    const { callsTo, answer } = await openOrders({
      [LIST]: ({ query }) =>
        ordersAnswer(query.get('view') === 'shipped' ? [orderRow(7, { status: 'shipped' })] : [FIRST]),
      [PRINT]: () =>
        new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="pick-list.pdf"' } }),
    });
    await check('#1001').click();
    await button('Print').click();
    await expect.poll(() => files.map(({ name }) => name)).toEqual(['pick-list.pdf']);
    expect(callsTo(PRINT).at(-1)?.body).toEqual({ orderIds: [FIRST.id], content: 'pick_list', paper: '4x6' });
    answer({ [PRINT]: () => json({ error: 'DOCUMENTS_NOT_FOUND', message: 'Not found' }, 404) });
    await choose('Shipped 5');
    await check('#1007').click();
    await expect.element(button(/^Ship /)).not.toBeInTheDocument();
    await button('Print').click();
    await expect.element(toastWith('None of these orders has a label yet.')).toBeVisible();
    expect(callsTo(PRINT).at(-1)?.body).toMatchObject({ content: 'labels_and_slips' });
  });
});

describe('a file', () => {
  it('is imported, and what was left out is listed', async () => {
    const IMPORT = `POST ${API.ordersFile}`;
    await openOrders({
      [IMPORT]: () =>
        json({
          orders: 3,
          added: 2,
          changed: 0,
          unchanged: 0,
          leftOut: 1,
          problems: [{ line: 4, column: 'Quantity', message: 'Please use a whole number.' }],
          ignoredColumns: ['Color'],
        }),
    });
    await button('Import CSV').click();
    await button('Import').last().click();
    await expect.element(page.getByText('Please choose a CSV file.')).toBeVisible();
    await page.getByLabelText(/^CSV file/).upload(new File(['a,b'], 'orders.csv', { type: 'text/csv' }));
    await button('Import').last().click();
    await expect.element(page.getByText('2 orders added, 0 orders changed.')).toBeVisible();
    await expect.element(page.getByText('1 order skipped. Please fix it and import again.')).toBeVisible();
    await expect.element(page.getByText('Columns that were not used: Color.')).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });
});

describe('an order', () => {
  it('shows everything about it, and is accessible', async () => {
    await openOrders({
      [`GET ${ONE}`]: () =>
        json({
          order: orderDetails(FIRST, {
            shipBy: '2026-11-17T12:00:00.000Z',
            deliverBy: '2026-11-23T12:00:00.000Z',
            parcelList: [
              {
                id: 'p1',
                state: 'bought',
                batchId: 'b1',
                shipmentId: 's1',
                trackingNumber: '9400100000000000000000',
                carrier: 'USPS',
                error: null,
                items: [{ id: '315', quantity: 1 }],
                combinedWith: [],
                report: { state: 'refused', message: 'Order is closed.', at: null },
              },
            ],
          }),
        }),
      [`POST ${path(API.orderReports, { id: FIRST.id })}`]: () => json({ retried: 1 }),
    });
    await button(/^#1001/).click();
    await expect.element(drawer().getByText('1201 Barton Springs Rd')).toBeVisible();
    await expect.element(drawer().getByText('Leave at the back door.')).toBeVisible();
    for (const day of ['Nov 17, 2026', 'Nov 23, 2026'])
      await expect.element(drawer().getByText(day, { exact: true })).toBeVisible();
    await expect
      .element(drawer().getByText('The store did not accept the tracking number. Order is closed.'))
      .toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await button('Send again').click();
    await expect.element(toastWith('We are sending the tracking number again.')).toBeVisible();
  });

  it('is put on hold with a reason', async () => {
    const hold = `POST ${path(API.orderHold, { id: FIRST.id })}`;
    const { callsTo } = await openOrders(
      { [hold]: () => json({ order: orderDetails(HELD) }) },
      `?order=${FIRST.id}`,
    );
    await button('Hold').click();
    await dialog('Hold order').getByRole('button', { name: 'Hold' }).click();
    await expect.element(page.getByText('Please enter a reason.')).toBeVisible();
    await field('Reason').fill('Waiting for stock');
    await dialog('Hold order').getByRole('button', { name: 'Hold' }).click();
    await expect.element(toastWith('The order is on hold.')).toBeVisible();
    expect(callsTo(hold).at(-1)?.body).toEqual({ reason: 'Waiting for stock', until: null });
  });

  it('is split by quantity, but not beyond what is left', async () => {
    const split = `POST ${path(API.orderSplit, { id: FIRST.id })}`;
    const { callsTo } = await openOrders(
      { [split]: () => json({ order: orderDetails(FIRST) }) },
      `?order=${FIRST.id}`,
    );
    await button('Split into two packages').click();
    await button('Split').last().click();
    await expect.element(page.getByText('Please choose items for the second package.')).toBeVisible();
    await field('Mug, Blue (of 2)').fill('3');
    await button('Split').last().click();
    await expect.element(page.getByText('At most 2 can be moved.')).toBeVisible();
    await field('Mug, Blue (of 2)').fill('1');
    await button('Split').last().click();
    await expect.element(toastWith('The order will ship in two packages.')).toBeVisible();
    expect(callsTo(split).at(-1)?.body).toEqual({ items: [{ id: '315', quantity: 1 }] });
  });

  it('whose address the store hides can be completed by hand', async () => {
    const hidden = orderDetails(FIRST, { recipient: null, recipientWithheld: 'plan' });
    const { callsTo } = await openOrders(
      {
        [`GET ${ONE}`]: () => json({ order: hidden }),
        [`PATCH ${ONE}`]: () => json({ order: orderDetails(FIRST) }),
      },
      `?order=${FIRST.id}`,
    );
    await expect.element(drawer().getByText(/only on the Grow plan or higher/)).toBeVisible();
    await button('Edit address').click();
    await field('Name').fill('Ada Park');
    await field('Street address').fill('1201 Barton Springs Rd');
    await button('Save').click();
    await expect.element(page.getByText('City is required')).toBeVisible();
    await field('City').fill('Austin');
    await button('Save').click();
    await expect.element(toastWith('The address was saved.')).toBeVisible();
    expect(callsTo(`PATCH ${ONE}`).at(-1)?.body).toMatchObject({
      recipient: { fullName: 'Ada Park', city: 'Austin', country: 'US' },
    });
  });
});
