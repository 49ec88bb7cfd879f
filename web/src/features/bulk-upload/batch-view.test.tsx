import type { BulkRow } from '@lading/contract/bulk.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, main } from '../../../test/screen.ts';
import { batchOf, rowOf } from './batch/batch.fixture.ts';

const REFUSAL = 'USPS accepts up to 70 lb; this package weighs 900 lb.';
const rate = {
  carrier: 'USPS',
  serviceName: 'Ground Advantage',
  amount: 8.41,
  retailAmount: null,
  estimatedDays: 3,
  deliveryDate: null,
  expiresAt: '2099-01-01T00:00:00.000Z',
  chosenBy: 'rule',
};
const ready = (number: number, part: Partial<BulkRow> = {}) =>
  rowOf(number, { status: 'rate_selected', selectedRateId: `r${number}`, rate, rateCount: 4, ...part });
const labeled = (number: number) =>
  ready(number, {
    status: 'label_generated',
    paid: true,
    transaction: {
      transactionId: `t${number}`,
      trackingNumber: '9400112345600000000124',
      labelStatus: 'ready',
      carrier: 'USPS',
      serviceName: 'Ground Advantage',
      cost: 8.41,
      trackingUrl: null,
    },
  });
const invalid = (number: number, part: Partial<BulkRow>) =>
  rowOf(number, { status: 'invalid', isValid: false, error: part.problems?.[0]?.message ?? null, ...part });
const withoutRates = (number: number) =>
  invalid(number, {
    problems: [{ column: 'package_weight', kind: 'rates', message: 'No rates found' }],
    refusals: [{ carriers: ['USPS'], text: REFUSAL }],
  });
const badSender = (number: number) =>
  invalid(number, {
    problems: [{ column: 'sender_phone', kind: 'missing', message: 'Missing required field: sender_phone' }],
  });

const COUNTS = batchOf().counts;

async function openBatch(
  rows: readonly BulkRow[],
  part: Parameters<typeof batchOf>[0],
  answers: Answers = {},
) {
  const batch = batchOf({ rowCount: rows.length, received: rows.length, ...part });
  const at = (route: string) => path(route, { id: batch.id });
  return openApp(`${PAGES.bulkUpload}?batch=${batch.id}`, {
    as: 'client',
    answers: {
      [`GET ${at(API.batch)}`]: () => json({ batch }),
      [`GET ${at(API.batchRows)}`]: () => json({ rows, version: batch.version }),
      [`GET ${at(API.batchEvents)}`]: never,
      ...answers,
    },
  });
}

afterEach(() => page.viewport(1440, 900));

describe('the summary of a batch', () => {
  const rows = [labeled(1), labeled(2), labeled(3), withoutRates(4), badSender(5)];
  const open = () =>
    openBatch(rows, {
      step: 'generation_summary',
      counts: { ...COUNTS, pending: 0, invalid: 2, label_generated: 3 },
      bought: { count: 3, amount: 25.23, refunded: 0 },
    });

  it.each([1440, 390])(
    'lists the rows without a label and why, and its counts add up (%i px)',
    async (width) => {
      await page.viewport(width, 900);
      await open();
      await expect.element(main().getByText('3 labels, 2 rows without a label · $25.23')).toBeVisible();
      const table = page.getByRole('table', { name: 'Labels' });
      expect(table.getByRole('row').elements().length).toBe(6);
      await expect.element(table.getByText(`No rates found · ${REFUSAL}`)).toBeVisible();
      await expect.element(table.getByText('Missing required field: sender_phone')).toBeVisible();
      expect(table.getByText('No label', { exact: true }).elements()).toHaveLength(2);
    },
  );

  it('has no accessibility violation on a phone', async () => {
    await open();
    await expect.element(page.getByRole('table', { name: 'Labels' })).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });

  it('links a row without a label to the step where it can be fixed', async () => {
    await open();
    await button(/^Fix row csv_ship_5/).click();
    await expect.element(page.getByRole('grid')).toBeVisible();
  });
});

it('retries the failed labels of a batch without the removed rows', async () => {
  const failed = (number: number, removed: boolean) => rowOf(number, { status: 'label_failed', removed });
  const call = `POST ${path(API.batchRetry, { id: batchOf().id })}`;
  const { callsTo } = await openBatch(
    [labeled(1), failed(2, true), failed(3, false)],
    {
      step: 'generation_summary',
      counts: { ...COUNTS, pending: 0, label_generated: 1, label_failed: 1, removed: 1 },
      bought: { count: 1, amount: 8.41, refunded: 0 },
    },
    { [call]: () => json({}) },
  );
  await button('Get new rates for 1 failed label').click();
  await expect.poll(() => callsTo(call).map(({ body }) => body)).toEqual([{ numbers: [3] }]);
});

describe('the rates of a batch', () => {
  it('say why a row has none, count it, and offer no useless retry', async () => {
    await openBatch([ready(1), rowOf(2, { status: 'rates_loaded', rateCount: 3 }), withoutRates(3)], {
      step: 'rate_selection',
      counts: { ...COUNTS, pending: 0, rate_selected: 1, rates_loaded: 1, invalid: 1 },
      chosen: { count: 1, amount: 8.41, retailAmount: null },
    });
    await expect.element(main().getByText(`No rates found: ${REFUSAL}`)).toBeVisible();
    await expect.element(main().getByText(/^1 row needs fixing/)).toBeVisible();
    await expect.element(button(/^Try again/)).not.toBeInTheDocument();
    for (const text of ['Row 1 · Rate selected', 'Row 2 · Rates loaded', 'Row 3 · Invalid'])
      await expect.element(main().getByText(text)).toBeVisible();
  });
});

describe('the review of a batch', () => {
  it('shows the reason of a row in the pinned column', async () => {
    await openBatch([rowOf(1), badSender(2)], { counts: { ...COUNTS, pending: 1, invalid: 1 } });
    const reason = page.getByRole('grid').getByText('Missing sender phone');
    await expect.element(reason).toBeVisible();
    const box = () => reason.element().getBoundingClientRect();
    await expect.poll(() => box().left).toBeGreaterThan(0);
    await expect.poll(() => box().right).toBeLessThan(1440);
    expect(reason.element().closest('[role=gridcell]')?.className).toContain('sticky');
  });

  it('opens even if the server sends an unknown status, problem or kind of work', async () => {
    const odd = invalid(2, {
      status: 'on_hold',
      work: 'customs',
      problems: [{ column: 'receiver_city', kind: 'embargo', message: 'Held by customs' }],
    });
    await openBatch([rowOf(1), odd], { counts: { ...COUNTS, pending: 1, invalid: 1 } });
    await expect.element(page.getByRole('grid')).toBeVisible();
  });
});
