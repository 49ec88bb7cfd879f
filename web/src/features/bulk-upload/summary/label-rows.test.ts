import type { BulkRow } from '@lading/contract/bulk.ts';
import type { LabelFormat, LabelStatus } from '@lading/contract/shipments.ts';
import { expect, it } from 'vitest';
import { costOf, countLabels, isInSummary, refundText, rowReason, withoutLabelReason } from './label-rows.ts';

const row = (number: number, part: Partial<BulkRow>) =>
  ({
    number,
    cells: {},
    removed: false,
    paid: false,
    work: null,
    status: 'rate_selected',
    rate: null,
    transaction: null,
    problems: [],
    error: null,
    ...part,
  }) as BulkRow;
const rate = { amount: 8.41 } as BulkRow['rate'];

const ROWS = [
  row(1, { status: 'label_generated', paid: true, rate }),
  row(2, { status: 'label_failed', paid: true, rate }),
  row(3, { paid: true, work: 'labels', rate }),
  row(4, { paid: true, work: 'labels', rate }),
  row(5, { rate }),
  row(6, { status: 'invalid', error: 'No rates found' }),
  row(7, { status: 'label_failed', removed: true }),
];

it('lists every row that was not removed', () => {
  expect(ROWS.filter(isInSummary).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
});

it('says that a failed row is refunded, even if it failed before it had a shipment', () => {
  const failed = (labelStatus: LabelStatus | null) =>
    refundText(
      row(2, {
        status: 'label_failed',
        transaction: labelStatus && ({ labelStatus } as BulkRow['transaction']),
      }),
    );
  expect([failed('refunded'), failed('refunding'), failed(null)]).toEqual([
    'Refunded',
    'Refund pending',
    'Refund requested',
  ]);
  expect(refundText(row(1, { status: 'label_generated' }))).toBeNull();
});

it('says why a row has no label, unless it will still get one', () => {
  const failed = row(2, { status: 'label_failed', error: 'The carrier refused it.' });
  expect([...ROWS.slice(0, 1), failed, ...ROWS.slice(2, 6)].map(withoutLabelReason)).toEqual([
    null,
    'The carrier refused it.',
    null,
    null,
    'Not paid for.',
    'No rates found',
  ]);
});

it('lists every problem of a row, and why each carrier refuses it', () => {
  const refusals = [{ carriers: ['USPS'], text: 'USPS accepts up to 70 lb; this package weighs 900 lb.' }];
  const problems = [{ column: 'package_weight', kind: 'rates', message: 'No rates found' } as const];
  expect(rowReason(row(1, { status: 'invalid', problems, refusals }))).toBe(
    'No rates found · USPS accepts up to 70 lb; this package weighs 900 lb.',
  );
});

it('counts created and failed labels and the refund for the rest', () => {
  expect(countLabels(ROWS)).toEqual({
    shown: 4,
    unlabeled: 3,
    made: 1,
    abroad: 0,
    failed: 1,
    zpl: 0,
    pdfOnly: 0,
    waiting: 2,
    waitingCents: 1682,
  });
});

it('counts labels available as ZPL and as PDF only', () => {
  const labeled = (labelStatus: LabelStatus, labelFormats?: LabelFormat[]) =>
    row(1, {
      status: 'label_generated',
      transaction: { labelStatus, labelFormats } as BulkRow['transaction'],
    });
  const rows = [
    labeled('ready', ['pdf', 'png', 'zpl']),
    labeled('ready', ['pdf']),
    labeled('ready', ['pdf']),
    labeled('ready'),
    labeled('voided'),
  ];
  expect(countLabels(rows)).toMatchObject({ made: 5, zpl: 2, pdfOnly: 2 });
});

it('prefers the amount paid over the chosen rate', () => {
  const transaction = { cost: 9.12 } as BulkRow['transaction'];
  expect(costOf(row(1, { rate, transaction }))).toBe(9.12);
  expect(costOf(row(1, { rate, paid: true }))).toBe(8.41);
  expect(costOf(row(1, { rate }))).toBeNull();
  expect(costOf(row(1, {}))).toBeNull();
});
