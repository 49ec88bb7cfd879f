import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { ORDER_PAGE_ANSWERS } from '../../../test/order-rules.ts';
import { orderDetails, orderRow, ordersAnswer, STORE } from '../../../test/orders.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, choose, field, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const FIRST = orderRow(1);
const SECOND = orderRow(2);
const ONE = path(API.order, { id: FIRST.id });

const openOrders = (answers: Answers = {}, search = '') =>
  openApp(`${PAGES.orders}${search}`, {
    as: 'client',
    answers: {
      [`GET ${API.orders}`]: () => ordersAnswer([FIRST]),
      [`GET ${API.orderSources}`]: () => json({ sources: [STORE] }),
      [`GET ${ONE}`]: () => json({ order: orderDetails(FIRST) }),
      ...ORDER_PAGE_ANSWERS,
      ...answers,
    },
  });
const drawer = () => page.getByRole('dialog', { name: 'Order', exact: true });
const check = (number: string) => page.getByRole('checkbox', { name: `Select order ${number}` });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

it('a view is saved with its filters, opened again and deleted', async () => {
  const saved = { id: orderRow(70).id, name: 'Mugs', filters: { view: 'all', search: 'mug' } };
  const SAVE = `POST ${API.orderViews}`;
  const { callsTo, currentPath } = await openOrders(
    {
      [SAVE]: () => json({ views: [saved] }, 201),
      [`DELETE ${path(API.orderView, { id: saved.id })}`]: () => json({ views: [] }),
    },
    '?view=all&search=mug',
  );
  await button('Save view').click();
  await dialog('Save view').getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Please enter a name.')).toBeVisible();
  await field('Name').fill('Mugs');
  await dialog('Save view').getByRole('button', { name: 'Save' }).click();
  await expect.element(toastWith('The view was saved.')).toBeVisible();
  expect(callsTo(SAVE).at(-1)?.body).toEqual({ name: 'Mugs', filters: { view: 'all', search: 'mug' } });
  const chip = () => page.getByRole('button', { name: 'Mugs', exact: true });
  await expect.element(chip()).toHaveAttribute('aria-pressed', 'true');
  await choose('Shipped 5');
  await expect.element(chip()).not.toHaveAttribute('aria-pressed');
  expect(await scanScreen({ widths: [390] })).toEqual([]);
  await chip().click();
  await expect.poll(currentPath).toBe(`${PAGES.orders}?view=all&search=mug`);
  await button('Delete the view “Mugs”').click();
  await button('Delete').last().click();
  await expect.element(chip()).not.toBeInTheDocument();
});

it('a package is chosen by name, and an unchanged weight still follows the items', async () => {
  const CHANGE = `PATCH ${API.orders}`;
  const { callsTo } = await openOrders({ [CHANGE]: () => json({ changed: 1 }) }, `?order=${FIRST.id}`);
  await button('Set package').click();
  await page.getByRole('combobox', { name: 'Package' }).selectOptions('Crate (20 × 16 × 12 in)');
  await page.getByRole('combobox', { name: 'Package' }).selectOptions('usps_small_flat_rate_box');
  await expect.element(page.getByText('For USPS Priority Mail only.')).toBeVisible();
  await expect.element(field('Length (in)')).not.toBeInTheDocument();
  await button('Save').click();
  await expect.element(toastWith('Package saved for 1 order.')).toBeVisible();
  expect(callsTo(CHANGE).at(-1)?.body).toEqual({
    orderIds: [FIRST.id],
    change: { packageId: 'usps_small_flat_rate_box' },
  });
});

it('several orders get one package', async () => {
  const { callsTo } = await openOrders({
    [`GET ${API.orders}`]: () => ordersAnswer([FIRST, SECOND]),
    [`PATCH ${API.orders}`]: () => json({ changed: 2 }),
  });
  await check('#1001').click();
  await check('#1002').click();
  await button('Set package').click();
  const form = dialog('Package for 2 orders');
  await button('Save').click();
  await expect.element(form.getByText(COPY.weightOrPackage)).toBeVisible();
  await form.getByRole('combobox', { name: 'Type' }).selectOptions('Tube');
  await button('Save').click();
  await expect
    .element(form.getByText('Please enter a size between 0.01 and 200 inches.').first())
    .toBeVisible();
  expect(callsTo(`PATCH ${API.orders}`)).toEqual([]);
  await form.getByRole('combobox', { name: 'Type' }).selectOptions('Package');
  await form.getByRole('textbox', { name: 'Length (in)' }).fill('9');
  await form.getByRole('textbox', { name: 'Width (in)' }).fill('6');
  await button('Save').click();
  await expect.element(form.getByText('Please enter a size between 0.01 and 200 inches.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Height (in)' }).fill('4');
  expect(await scanScreen({ widths: [390] })).toEqual([]);
  await button('Save').click();
  await expect.element(toastWith('Package saved for 2 orders.')).toBeVisible();
  expect(callsTo(`PATCH ${API.orders}`).at(-1)?.body).toEqual({
    orderIds: [FIRST.id, SECOND.id],
    change: { parcel: { type: 'package', lengthIn: 9, widthIn: 6, heightIn: 4 } },
  });
});

it('a cleared weight and size follow the items and rules again', async () => {
  const CHANGE = `PATCH ${API.orders}`;
  const parcel = { type: 'package', lengthIn: 9, widthIn: 6, heightIn: 4 } as const;
  const set = { ...FIRST, preparation: { parcel, weightOz: 20 } };
  const { callsTo } = await openOrders(
    { [CHANGE]: () => json({ changed: 1 }), [`GET ${ONE}`]: () => json({ order: orderDetails(set) }) },
    `?order=${FIRST.id}`,
  );
  await button('Set package').click();
  for (const name of ['Length (in)', 'Width (in)', 'Height (in)', 'Weight (lb)', 'Weight (oz)'])
    await field(name).fill('');
  await button('Save').click();
  await expect.element(toastWith('Package saved for 1 order.')).toBeVisible();
  expect(callsTo(CHANGE).at(-1)?.body).toEqual({
    orderIds: [FIRST.id],
    change: { weightOz: null, parcel: null },
  });
});

it('the list stays, without another message, when only its refresh fails', async () => {
  const CHANGE = `PATCH ${API.orders}`;
  const { answer } = await openOrders({ [CHANGE]: () => json({ changed: 1 }) }, `?order=${FIRST.id}`);
  await button('Set package').click();
  answer({ [`GET ${API.orders}`]: () => json({}, 404) });
  await field('Weight (lb)').fill('2');
  await button('Save').click();
  await expect.element(toastWith('Package saved for 1 order.')).toBeVisible();
  await expect.element(page.getByText(/^Showing data from/)).toBeInTheDocument();
  expect(toastWith(COPY.loadFailed).elements()).toEqual([]);
});

it('a weight can be changed alone, even if the package was deleted; a size can replace that package', async () => {
  const CHANGE = `PATCH ${API.orders}`;
  const deleted = { ...FIRST, preparation: { packageId: orderRow(80).id, weightOz: 16 } };
  const { callsTo } = await openOrders(
    { [CHANGE]: () => json({ changed: 1 }), [`GET ${ONE}`]: () => json({ order: orderDetails(deleted) }) },
    `?order=${FIRST.id}`,
  );
  await button('Set package').click();
  const select = page.getByRole('combobox', { name: 'Package' });
  await expect.element(select).toHaveDisplayValue('A deleted package');
  await field('Weight (lb)').fill('2');
  await button('Save').click();
  await expect.element(toastWith('Package saved for 1 order.')).toBeVisible();
  expect(callsTo(CHANGE).at(-1)?.body).toEqual({ orderIds: [FIRST.id], change: { weightOz: 32 } });

  await button('Set package').click();
  await select.selectOptions('Enter a size');
  for (const side of ['Length', 'Width', 'Height']) await field(`${side} (in)`).fill('6');
  await button('Save').click();
  await expect.poll(() => callsTo(CHANGE)).toHaveLength(2);
  expect(callsTo(CHANGE).at(-1)?.body).toEqual({
    orderIds: [FIRST.id],
    change: { parcel: { type: 'package', lengthIn: 6, widthIn: 6, heightIn: 6 } },
  });
});

describe('the service of an order', () => {
  const CHANGE = `PATCH ${API.orders}`;
  const byHand = orderDetails(FIRST, {
    preparation: {
      ...FIRST.preparation,
      service: { kind: 'service', carrier: 'UPS', service: 'ups_ground', maxCents: 1500 },
      serviceSetBy: 'person',
    },
  });
  const service = () => page.getByRole('combobox', { name: 'Service', exact: true });
  const named = () => page.getByRole('combobox', { name: 'Which service' });

  it('is chosen by hand, shown as such, and left to the rules again', async () => {
    const { callsTo, answer } = await openOrders(
      { [CHANGE]: () => json({ changed: 1 }) },
      `?order=${FIRST.id}`,
    );
    await expect.element(drawer().getByText(/^Cheapest/)).toBeVisible();
    await button('Choose service').click();
    await expect.element(service()).toHaveValue('rules');
    await service().selectOptions('A specific service');
    await button('Save').click();
    await expect.element(dialog('Service').getByText('Please choose a service.')).toBeVisible();
    expect(callsTo(CHANGE)).toEqual([]);
    await named().selectOptions('Ground');
    await page.getByRole('textbox', { name: /^Maximum price/ }).fill('15');
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    answer({ [`GET ${ONE}`]: () => json({ order: byHand }) });
    await button('Save').click();
    await expect.element(toastWith('Service saved for 1 order.')).toBeVisible();
    expect(callsTo(CHANGE).at(-1)?.body).toEqual({
      orderIds: [FIRST.id],
      change: { service: { kind: 'service', carrier: 'UPS', service: 'ups_ground', maxCents: 1500 } },
    });
    const why = drawer().getByRole('region', { name: 'Why these settings?' });
    await expect.element(why.getByText('Service: UPS Ground, up to $15.00')).toBeVisible();

    await button('Choose service').click();
    await expect.element(named()).toHaveValue('UPS ups_ground');
    await service().selectOptions('Let the rules decide');
    await button('Save').click();
    await expect
      .poll(() => callsTo(CHANGE).at(-1)?.body)
      .toEqual({ orderIds: [FIRST.id], change: { service: null } });
  });

  it('is chosen for several orders, and a refusal stays at its field', async () => {
    const second = orderRow(2);
    const message = 'UPS does not offer this service. Please choose another one.';
    const { callsTo } = await openOrders({
      [`GET ${API.orders}`]: () => ordersAnswer([FIRST, second]),
      [CHANGE]: () =>
        json(
          { error: 'VALIDATION_FAILED', message, fields: [{ path: 'change.service.service', message }] },
          400,
        ),
    });
    await page.getByRole('checkbox', { name: /^Select all/ }).click();
    await button('Choose service').click();
    await button('Save').click();
    await expect.element(dialog('Service for 2 orders').getByText('Please choose a service.')).toBeVisible();
    expect(callsTo(CHANGE)).toEqual([]);
    await service().selectOptions('The fastest service');
    await page.getByRole('checkbox', { name: 'UPS' }).click();
    await button('Save').click();
    await expect
      .poll(() => callsTo(CHANGE).at(-1)?.body)
      .toEqual({
        orderIds: [FIRST.id, second.id],
        change: { service: { kind: 'fastest', carriers: ['UPS'] } },
      });
    await expect.element(dialog('Service for 2 orders').getByText(message)).toBeVisible();
  });
});

it('a split and its packages tell the variants of an item apart', async () => {
  const [shirt] = orderDetails(FIRST).items;
  if (!shirt) throw new Error('The order has no items');
  const size = (id: string, variant: string, sku: string) => ({
    ...shirt,
    ...{ id, variant, sku, title: 'T-shirt', quantity: 1, remaining: 1 },
  });
  const parcel = { state: 'planned', batchId: null, shipmentId: null, trackingNumber: null, carrier: null };
  const items = [size('1', 'S', 'SHIRT-S'), size('2', 'L', 'SHIRT-L')];
  const planned = { ...parcel, id: 'p1', error: null, combinedWith: [], report: null };
  const order = orderDetails(FIRST, {
    items,
    parcelList: [{ ...planned, items: [{ id: '2', quantity: 1 }] }],
  });
  const SPLIT = `POST ${path(API.orderSplit, { id: FIRST.id })}`;
  const { callsTo } = await openOrders(
    { [`GET ${ONE}`]: () => json({ order }), [SPLIT]: () => json({ order }) },
    `?order=${FIRST.id}`,
  );
  await expect.element(drawer().getByText('1 × T-shirt, L')).toBeVisible();
  await button('Split into two packages').click();
  await expect.element(field('T-shirt, S (of 1)')).toHaveAccessibleDescription('SHIRT-S');
  await field('T-shirt, L (of 1)').fill('1');
  expect(await scanScreen({ widths: [390] })).toEqual([]);
  await button('Split').last().click();
  await expect.poll(() => callsTo(SPLIT).at(-1)?.body).toEqual({ items: [{ id: '2', quantity: 1 }] });
});

it('an order says which rules prepared it, why, and what they left to a person', async () => {
  const value = { field: 'weight' as const, ounces: 40 };
  const prepared = orderDetails(FIRST, {
    preparation: {
      ...FIRST.preparation,
      packageName: 'Small box',
      parcelSetBy: 'rule',
      service: { kind: 'service', carrier: 'USPS', service: 'usps_priority', maxCents: 1200 },
      serviceSetBy: 'rule',
    },
    ruleTrace: [
      {
        ruleId: 'r1',
        name: 'Heavy orders',
        phase: 'facts',
        matched: [{ field: 'weight', op: 'more_than', wanted: '16', actual: '28' }],
        actions: [
          { value: { field: 'package', name: 'Small box' }, outcome: 'applied' },
          { value, outcome: 'person' },
        ],
        stopped: false,
      },
      {
        ruleId: 'r1',
        name: 'Heavy orders',
        phase: 'choice',
        matched: [{ field: 'weight', op: 'more_than', wanted: '16', actual: '28' }],
        actions: [],
        stopped: true,
      },
    ],
  });
  await openOrders({ [`GET ${ONE}`]: () => json({ order: prepared }) }, `?order=${FIRST.id}`);
  await expect.element(drawer().getByText(/^USPS Priority Mail, up to \$12\.00/)).toBeVisible();
  const why = drawer().getByRole('region', { name: 'Why these settings?' });
  await expect.element(why.getByText('Weight 28 oz is more than 16 oz.', { exact: true })).toBeVisible();
  await expect.element(why.getByText('Package: Small box')).toBeVisible();
  await expect.element(why.getByText('Set by hand, so the rule left it alone.')).toBeVisible();
  await expect.element(why.getByText('Later rules did not run.')).toBeVisible();
  expect(why.getByRole('listitem').elements()).toHaveLength(3);
  expect(await scanScreen({ widths: [390] })).toEqual([]);
});
