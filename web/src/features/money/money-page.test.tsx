import type { MoneyData, MoneyFigures, MoneyLine, MoneyRow } from '@lading/contract/admin-money.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const ADA = '0198f3c2-7c1e-7aa0-8000-000000000002';
const FIGURES = `GET ${API.adminMoney}`;
const LINES = `GET ${API.adminMoneyLines}`;

const figures = (part: Partial<MoneyFigures> = {}): MoneyFigures => ({
  revenue: 100_000,
  carrierCost: 80_000,
  processorFees: 3_200,
  refunds: 1_250,
  adjustments: 550,
  losses: 900,
  netMargin: 15_200,
  ...part,
});
const row = (key: string | null, part: Partial<MoneyRow> = {}): MoneyRow => ({
  key,
  name: null,
  carrier: null,
  ...figures(),
  ...part,
});
const money = (part: Partial<MoneyData> = {}): MoneyData => ({
  by: 'day',
  totals: figures(),
  before: figures({ revenue: 90_000, losses: 0, netMargin: -500 }),
  rows: [row('2026-11-14', figures({ revenue: 0, netMargin: -900 })), row('2026-11-15')],
  others: null,
  isComplete: true,
  completeUntil: null,
  metadata: { period: '30d', startDate: '2026-11-14', endDate: '2026-11-15' },
  ...part,
});
const BY_CLIENT = money({
  by: 'client',
  rows: [row(ADA, { name: 'Ada Park' }), row(null, figures({ revenue: 0, refunds: 0, netMargin: -3_200 }))],
  others: { clients: 12, ...figures({ revenue: 5 }) },
});
const line: MoneyLine = {
  id: 42,
  recordedAt: '2026-11-15T10:00:00.000Z',
  kind: 'refund',
  clientId: ADA,
  clientName: 'Ada Park',
  shipmentId: '0198f3c2-7c1e-7aa0-8000-000000000009',
  trackingNumber: '9400111899223100000000',
  carrier: 'USPS',
  serviceName: 'Priority Mail',
  ...figures({ revenue: 0, carrierCost: 0, processorFees: 0, adjustments: 0, losses: 0, netMargin: -1_250 }),
};
const linesAnswer = (lines: MoneyLine[], name: string | null = null, isMore = false) =>
  json({
    data: {
      lines,
      totals: figures(),
      name,
      pagination: { ...paginationOf(isMore ? 1_000 : lines.length, 1, 50), isMore },
      metadata: { period: '30d', startDate: '2026-11-14', endDate: '2026-11-15' },
    },
  });

const open = (changed: Answers = {}, search = '') =>
  openApp(`${PAGES.adminMoney}${search}`, {
    as: 'admin',
    answers: {
      [FIGURES]: ({ query }) => json({ data: query.get('by') === 'client' ? BY_CLIENT : money() }),
      [LINES]: () => linesAnswer([line]),
      ...changed,
    },
  });
const tableRow = (text: string) => page.getByRole('row').filter({ hasText: text });
const link = (name: string) => page.getByRole('link', { name, exact: true });

afterEach(() => page.viewport(1440, 900));

describe('the Money page', () => {
  it('shows every figure with its definition and its previous value', async () => {
    await open();
    for (const { name, note } of Object.values(COPY.figures)) {
      await expect.element(page.getByRole('term').filter({ hasText: name })).toBeVisible();
      await expect.element(page.getByText(note, { exact: true })).toBeVisible();
    }
    await expect.element(page.getByText('15.2% of revenue', { exact: true })).toBeVisible();
    await expect.element(page.getByText('-$5.00 in the previous 2 days', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Nothing in the previous 2 days', { exact: true })).toBeVisible();
    await expect
      .element(page.getByText('$1,000.00 in revenue left a net margin of $152.00.', { exact: true }))
      .toBeVisible();
    await expect.element(tableRow(COPY.total).getByText('$1,000.00', { exact: true })).toBeVisible();
    expect(await scanScreen()).toEqual([]);
  });

  it('groups by client, with unassigned bookings and the other clients', async () => {
    const { callsTo, currentPath } = await open();
    await page.getByRole('group', { name: COPY.groupBy }).getByText('Client').click();
    await expect.element(tableRow('Ada Park').getByText('15.2%')).toBeVisible();
    await expect.element(tableRow(COPY.notAssigned)).toBeVisible();
    await expect.element(tableRow('12 other clients')).toBeVisible();
    expect(callsTo(FIGURES).at(-1)?.query.get('by')).toBe('client');
    await expect.poll(currentPath).toBe(`${PAGES.adminMoney}?by=client`);
  });

  it('opens the rows behind a figure, with links, and returns to the figures', async () => {
    const { callsTo, currentPath, answer } = await open({}, '?by=client&period=7d');
    answer({ [LINES]: () => linesAnswer([line], 'Ada Park') });
    await link('Refunds, Ada Park: $12.50').click();
    await expect.element(page.getByRole('heading', { name: 'Refunds, Ada Park' })).toBeVisible();
    await expect
      .poll(currentPath)
      .toBe(`${PAGES.adminMoney}?period=7d&by=client&figure=refunds&client=${ADA}`);
    await expect.poll(() => callsTo(LINES).length).toBe(1);
    const { query } = callsTo(LINES).at(-1) ?? {};
    expect([query?.get('clientId'), query?.get('figure'), query?.get('period')]).toEqual([
      ADA,
      'refunds',
      '7d',
    ]);
    await expect
      .element(page.getByText('Nov 14 – 15, 2026 · $12.50 in 1 row', { exact: true }))
      .toBeVisible();
    await expect
      .element(link('9400111899223100000000'))
      .toHaveAttribute('href', `${PAGES.adminShipments}?shipment=${line.shipmentId}`);
    await expect.element(link('Ada Park')).toHaveAttribute('href', `/admin/clients/${ADA}`);
    await expect
      .element(link(COPY.kinds.refund))
      .toHaveAttribute('href', `${PAGES.adminRefunds}?clientId=${ADA}`);
    expect(await scanScreen()).toEqual([]);
    await link(COPY.back).click();
    await expect.element(tableRow('Ada Park')).toBeVisible();
  });

  it('opens the rows of a day and of the whole period', async () => {
    const { callsTo } = await open();
    await link('Losses, Nov 15, 2026: $9.00').click();
    await expect.element(page.getByRole('heading', { name: 'Losses, Nov 15, 2026' })).toBeVisible();
    await expect.poll(() => callsTo(LINES).at(-1)?.query.get('startDate')).toBe('2026-11-15');
    await link(COPY.back).click();
    await link('Net margin, Total: $152.00').click();
    await expect.element(page.getByRole('heading', { name: 'Net margin, all ledger entries' })).toBeVisible();
  });

  it('says when there are more rows than it counts, and when there are none', async () => {
    const { answer, callsTo } = await open(
      { [LINES]: () => linesAnswer([line], null, true) },
      '?figure=refunds',
    );
    await expect.element(page.getByText(/more than 1,000 rows/)).toBeVisible();
    await button('Next').click();
    await expect.poll(() => callsTo(LINES).at(-1)?.query.get('page')).toBe('2');
    answer({ [LINES]: () => linesAnswer([]) });
    await page.getByRole('group', { name: 'Period' }).getByText('Yesterday').click();
    await expect.element(page.getByText(COPY.noRows)).toBeVisible();
  });

  it.each([
    ['2026-03-03', COPY.completeUntil('Mar 3, 2026')],
    [null, COPY.notComplete],
  ])('says through which day the figures are complete after an upgrade (%s)', async (completeUntil, text) => {
    await open({ [FIGURES]: () => json({ data: money({ isComplete: false, completeUntil }) }) });
    await expect.element(page.getByText(text)).toBeVisible();
  });

  it('says when nothing was booked', async () => {
    const nothing = figures({
      revenue: 0,
      carrierCost: 0,
      processorFees: 0,
      refunds: 0,
      adjustments: 0,
      losses: 0,
      netMargin: 0,
    });
    await open(
      { [FIGURES]: () => json({ data: money({ by: 'carrier', totals: nothing, rows: [] }) }) },
      '?by=carrier',
    );
    await expect.element(page.getByText(COPY.empty).first()).toBeVisible();
  });

  it.each([
    [COPY.loadFailed, '', FIGURES],
    [COPY.rowsFailed, '?figure=refunds', LINES],
  ])('says “%s” and tries again', async (text, search, call) => {
    const { answer } = await open({ [call]: () => json({}, 404) }, search);
    await expect.element(page.getByRole('main').getByText(text).first()).toBeVisible();
    answer({ [FIGURES]: () => json({ data: money() }), [LINES]: () => linesAnswer([line]) });
    await button('Try again').click();
    await expect.element(search ? tableRow('Ada Park') : tableRow(COPY.total)).toBeVisible();
  });

  it('keeps its frame while the figures load', async () => {
    await open({ [FIGURES]: never });
    await expect.element(page.getByRole('heading', { level: 1, name: COPY.title })).toBeVisible();
    await expect.element(page.getByRole('group', { name: COPY.groupBy })).toBeVisible();
  });
});
