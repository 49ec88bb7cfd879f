import type { AdminPayout, AdminPayoutAnswer, PayoutMovement } from '@lading/contract/admin-payouts.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const payout = (part: Partial<AdminPayout>): AdminPayout => ({
  id: 'po_1',
  status: 'paid',
  amount: 941.2,
  currency: 'USD',
  fees: 31.4,
  movements: 2,
  difference: 0,
  createdAt: '2026-11-14T00:00:00.000Z',
  arrivesAt: '2026-11-15T00:00:00.000Z',
  failure: null,
  ...part,
});
const CLIENT_ID = '0198f3c2-7c1e-7aa0-8000-000000000002';
const SHIPMENT_ID = '0198f3c2-7c1e-7aa0-8000-000000000009';
const movement = (part: Partial<PayoutMovement>): PayoutMovement => ({
  id: 'txn_1',
  kind: 'charge',
  amount: 10,
  fee: 0.59,
  net: 9.41,
  createdAt: '2026-11-12T10:00:00.000Z',
  paymentId: '0198f3c2-7c1e-7aa0-8000-000000000003',
  refundId: null,
  clientId: CLIENT_ID,
  clientName: 'Dana Reyes',
  shipmentId: SHIPMENT_ID,
  ...part,
});

const LIST = `GET ${API.adminPayouts}`;
const ONE = `GET ${path(API.adminPayout, { id: 'po_1' })}`;
const listOf =
  (payouts: AdminPayout[], inLedger = 120.5, readAt: string | null = '2026-11-16T09:00:00.000Z') =>
  () =>
    json({
      data: {
        payouts,
        balance: { atProcessor: 120.5, inLedger },
        readAt,
        pagination: paginationOf(payouts.length, 1, 50),
      },
    });
const one = (part: Partial<AdminPayoutAnswer['data']>) => () =>
  json({
    data: {
      payout: payout({}),
      movements: [movement({})],
      pagination: paginationOf(part.movements?.length ?? 1, 1, 50),
      ...part,
    },
  });
const open = (answers: Answers, search = '') =>
  openApp(`${PAGES.adminPayouts}${search}`, { as: 'admin', answers });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });

afterEach(() => page.viewport(1440, 900));

describe('the list of payouts', () => {
  it('shows what was paid out, what it cost, and what does not add up', async () => {
    const failed = payout({ id: 'po_2', status: 'failed', amount: 55, failure: 'The account is closed.' });
    const differing = payout({ id: 'po_3', status: 'in_transit', amount: 77, difference: -4.5 });
    const manual = payout({ id: 'po_4', status: 'new_status', amount: 88, fees: null, difference: null });
    await open({ [LIST]: listOf([payout({}), failed, differing, manual]) });
    for (const text of [COPY.statuses.paid, '$31.40', COPY.noDifference, 'Nov 15, 2026'])
      await expect.element(row('$941.20').getByText(text, { exact: true })).toBeVisible();
    await expect.element(row('$55.00').getByText('The account is closed.')).toBeVisible();
    await expect.element(row('$77.00').getByText('-$4.50')).toBeVisible();
    await expect.element(row('$88.00').getByText('new_status')).toBeVisible();
    await expect.element(row('$88.00').getByText(COPY.unknown).first()).toBeVisible();
    await expect.element(page.getByText('$120.50').first()).toBeVisible();
    await expect.element(page.getByText(/differ by/)).not.toBeInTheDocument();
    expect(await scanScreen()).toEqual([]);
  });

  it('shows a payout in another currency in that currency', async () => {
    const inEuros = payout({ currency: 'EUR', amount: 12, difference: 3 });
    await open({ [LIST]: listOf([inEuros]), [ONE]: one({ payout: inEuros }) }, '?payout=po_1');
    await expect.element(page.getByRole('dialog').getByText('€9.41')).toBeVisible();
    for (const text of ['€12.00', '€31.40', '€3.00'])
      await expect.element(page.getByText(text, { exact: true }).first()).toBeInTheDocument();
    await expect.element(page.getByText('$12.00')).not.toBeInTheDocument();
  });

  it.each([
    ['JPY', 1_200, '¥1,200'],
    ['KWD', 12.34, 'KWD 12.340'],
    ['HUF', 10.45, 'HUF 10.45'],
  ])('shows the decimals of %s', async (currency, amount, text) => {
    await open({ [LIST]: listOf([payout({ currency, amount })]) });
    // Intl puts a no-break space between them.
    const shown = text.replace(' ', '\u00a0');
    await expect.element(page.getByRole('cell', { name: shown, exact: true })).toBeVisible();
  });

  it('says when the ledger and the payment provider have different balances', async () => {
    await open({ [LIST]: listOf([payout({})], 118) });
    await expect.element(page.getByText(/The two amounts differ by \$2\.50/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: COPY.incidents }))
      .toHaveAttribute('href', PAGES.adminIncidents);
  });

  it('explains an empty list, and asks for the chosen days', async () => {
    const { callsTo } = await open({ [LIST]: listOf([], 120.5, null) });
    await expect.element(page.getByText(COPY.empty)).toBeVisible();
    await expect.element(page.getByText(COPY.neverRead)).toBeVisible();
    await page.getByLabelText('From').fill('2026-11-01');
    await expect.element(page.getByText(COPY.emptyRange)).toBeVisible();
    await expect.poll(() => callsTo(LIST).at(-1)?.query.get('startDate')).toBe('2026-11-01');
    await button(COPY.clearRange).click();
    await expect.element(page.getByText(COPY.empty)).toBeVisible();
    await expect.element(page.getByLabelText('From')).toHaveValue('');
  });

  it('says when it cannot be loaded, and tries again', async () => {
    const { answer } = await open({ [LIST]: () => json({}, 404) });
    await expect.element(page.getByRole('main').getByText(COPY.loadFailed).first()).toBeVisible();
    answer({ [LIST]: listOf([payout({})]) });
    await button('Try again').click();
    await expect.element(row('$941.20')).toBeVisible();
  });

  it('fits a narrow screen', async () => {
    await page.viewport(390, 844);
    await open({ [LIST]: listOf([payout({ difference: -4.5 })]), [ONE]: one({}) }, '?payout=po_1');
    await expect.element(page.getByRole('dialog').getByText('Dana Reyes')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });
});

describe('the movements of a payout', () => {
  const drawer = () => page.getByRole('dialog', { name: COPY.one });

  it('do not open again with Back after they were closed', async () => {
    const { router, currentPath } = await open({ [LIST]: listOf([payout({})]), [ONE]: one({}) });
    await expect.element(row('$941.20')).toBeVisible();
    await router.navigate('?payout=po_1');
    await drawer().getByRole('button', { name: 'Close' }).first().click();
    await expect.poll(currentPath).toBe(PAGES.adminPayouts);
    await router.navigate(-1);
    await expect.element(drawer()).not.toBeInTheDocument();
    expect(currentPath()).toBe(PAGES.adminPayouts);
  });

  it('link to the client and the shipment', async () => {
    const movements = [
      movement({}),
      movement({ id: 'txn_2', kind: 'fee', amount: -2, fee: 0, net: -2, clientId: null, shipmentId: null }),
      movement({ id: 'txn_3', kind: 'something_new', fee: 0, net: 1, shipmentId: null }),
    ];
    await open({ [LIST]: listOf([payout({})]), [ONE]: one({ movements }) });
    await button(COPY.openOne('$941.20')).click();
    for (const text of [
      COPY.kinds.charge,
      COPY.kinds.fee,
      'something_new',
      '$10.00 less $0.59 in fees',
      '3 movements',
    ])
      await expect.element(drawer().getByText(text, { exact: true }).first()).toBeVisible();
    await expect
      .element(drawer().getByRole('link', { name: 'Dana Reyes' }).first())
      .toHaveAttribute('href', `/admin/clients/${CLIENT_ID}`);
    await expect
      .element(drawer().getByRole('link', { name: 'View shipment' }))
      .toHaveAttribute('href', `${PAGES.adminShipments}?shipment=${SHIPMENT_ID}`);
    expect(await scanScreen()).toEqual([]);
  });

  it('may be unknown, or differ from the payout', async () => {
    const parts = { payout: payout({ difference: 3, fees: null }), movements: [] };
    await open({ [LIST]: listOf([payout({})]), [ONE]: one(parts) }, '?payout=po_1');
    await expect.element(drawer().getByText(COPY.noMovements)).toBeVisible();
    await expect.element(drawer().getByText(COPY.differs('$3.00'))).toBeVisible();
  });

  it('say when they cannot be loaded, and try again', async () => {
    const { answer } = await open({ [LIST]: never, [ONE]: () => json({}, 404) }, '?payout=po_1');
    await expect.element(drawer().getByText(COPY.loadOneFailed)).toBeVisible();
    answer({ [ONE]: one({}) });
    await drawer().getByRole('button', { name: 'Try again' }).click();
    await expect.element(drawer().getByText('Dana Reyes')).toBeVisible();
  });
});
