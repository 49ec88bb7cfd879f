import type { BulkRow, ChosenRate } from '@lading/contract/bulk.ts';
import { describe, expect, it } from 'vitest';
import {
  addUp,
  changesOf,
  choicesOf,
  choicesToRestore,
  FILTER_RULES,
  isExpired,
  isReady,
  isToBePriced,
  notChosenText,
} from './rate-rows.ts';

const RATE: ChosenRate = {
  carrier: 'USPS',
  serviceName: 'Ground Advantage',
  amount: 8.41,
  retailAmount: 13.8,
  estimatedDays: 3,
  deliveryDate: '2026-11-19',
  expiresAt: '2026-11-16T11:00:00.000Z',
  chosenBy: 'rule',
};

const row = (number: number, part: Partial<BulkRow> = {}): BulkRow => ({
  id: `csv_ship_${number}`,
  number,
  line: number + 1,
  cells: {},
  originalRowData: [],
  filled: [],
  status: 'rate_selected',
  removed: false,
  isValid: true,
  error: null,
  problems: [],
  work: null,
  paid: false,
  selectedRateId: `rate-${number}`,
  rate: RATE,
  rateCount: 5,
  transaction: null,
  duplicate: null,
  ...part,
});

const unpriced = { rate: null, selectedRateId: null, rateCount: 0 };
const rejected = row(2, {
  ...unpriced,
  status: 'invalid',
  problems: [{ column: 'receiver_zipcode', kind: 'rates', message: 'No rates found' }],
});
const faulty = row(3, {
  ...unpriced,
  status: 'invalid',
  problems: [
    { column: 'receiver_zipcode', kind: 'missing', message: 'Missing required field: receiver_zipcode' },
  ],
});
const waitingForRates = row(4, { ...unpriced, status: 'pending', work: 'rates' });
const bought = row(5, { paid: true, work: 'labels' });
const byHand = row(6, { rate: { ...RATE, amount: 20, retailAmount: null, chosenBy: 'hand' } });
const duplicate = row(7, { duplicate: { number: 1, fileName: null, date: null } });
const removed = row(8, { removed: true });
const ROWS = [row(1), rejected, faulty, waitingForRates, bought, byHand, duplicate, removed];
const numbers = (keep: (row: BulkRow) => boolean) => ROWS.filter(keep).map(({ number }) => number);

describe('rows on the rates step', () => {
  it('exclude rows that need fixing, are paid or were removed', () => {
    expect(numbers(isToBePriced)).toEqual([1, 2, 4, 6, 7]);
  });

  it('can be filtered by missing rates, manual choices and duplicates', () => {
    expect(numbers(FILTER_RULES.none)).toEqual([2]);
    expect(numbers(FILTER_RULES.mine)).toEqual([6]);
    expect(numbers(FILTER_RULES.duplicates)).toEqual([7]);
  });

  it('have no rates if no carrier offered one', () => {
    expect(FILTER_RULES.none(row(9, { ...unpriced, status: 'rates_loaded' }))).toBe(true);
    expect(FILTER_RULES.none(row(9, { status: 'rates_loaded' }))).toBe(false);
  });
});

it('a row without a rate that fits its rules says why and needs a choice', () => {
  const wish = { choice: { kind: 'cheapest' as const, maxCents: 300 }, deliverBy: null };
  const open = { rate: null, selectedRateId: null, status: 'rates_loaded' as const };
  const unmet = row(9, { ...open, wish: { ...wish, unmet: 'too_expensive' } });
  expect(FILTER_RULES.unchosen(unmet)).toBe(true);
  expect(FILTER_RULES.unchosen(row(9, { wish: { ...wish, unmet: null } }))).toBe(false);
  expect(addUp([unmet])).toMatchObject({ choosable: 1, unchosen: 1, ready: 0 });
  expect(notChosenText(unmet)).toBe('Every matching rate is above your maximum price. Please choose a rate.');
  expect(notChosenText(row(9, open))).toBe('The service you chose is no longer available.');
});

describe('the total', () => {
  it('adds up the ready shipments to the cent, with known savings', () => {
    expect(addUp(ROWS)).toEqual({
      shown: 5,
      choosable: 3,
      ready: 3,
      total: 3682,
      saved: 1078,
      noRates: 1,
      unchosen: 0,
      mine: 1,
      duplicates: 1,
    });
  });

  it('excludes a shipment whose rates are being refreshed', () => {
    expect(isReady(row(1, { work: 'rates' }))).toBe(false);
  });
});

it('a rate expires exactly at its expiration time', () => {
  const end = Date.parse(RATE.expiresAt);
  const at = (ms: number) => new Date(ms).toISOString();
  expect(isExpired(row(1), at(end - 1))).toBe(false);
  expect(isExpired(row(1), at(end))).toBe(true);
  expect(isExpired(rejected, at(end))).toBe(false);
});

describe('undoing a rule', () => {
  const rowsNow = (...rows: BulkRow[]) => {
    const byNumber = new Map(rows.map((one) => [one.number, one]));
    return (number: number) => byNumber.get(number);
  };

  const byRule = (number: number, part: Partial<BulkRow> = {}) =>
    row(number, { selectedRateId: `rule-${number}`, ...part });
  const chosen = (...of: number[]) => of.map((number) => ({ number, rateId: `rule-${number}` }));

  it('restores only choices that it changed and that can still change', () => {
    const before = choicesOf([row(1), row(6), row(7), row(8), row(99)]);
    const now = rowsNow(byRule(1), row(6), byRule(7, { paid: true }), byRule(8, { removed: true }));
    expect(choicesToRestore(changesOf(before, chosen(1, 7, 8, 99, 100)), now)).toEqual([before[0]]);
  });

  it('leaves choices made by hand after it, even of the same rate', () => {
    const byHand: ChosenRate = { ...RATE, chosenBy: 'hand' };
    const changes = changesOf(choicesOf([row(1), row(2), row(3)]), chosen(1, 2, 3));
    const now = rowsNow(
      byRule(1, { rate: byHand }),
      byRule(2, { selectedRateId: 'other', rate: byHand }),
      byRule(3),
    );
    expect(choicesToRestore(changes, now).map(({ number }) => number)).toEqual([3]);
  });

  it('leaves rows whose rates were replaced', () => {
    const open = row(2, { status: 'rates_loaded', selectedRateId: null, rate: null });
    const changes = changesOf(choicesOf([row(1), open]), chosen(1, 2));
    const refreshed = rowsNow(row(1, { selectedRateId: 'new' }), row(2, { selectedRateId: 'new' }));
    expect(choicesToRestore(changes, refreshed)).toEqual([]);
    expect(choicesToRestore(changes, rowsNow(byRule(1, { work: 'rates' }), byRule(2)))).toEqual([
      { number: 2, rateId: null, rate: null },
    ]);
  });

  it('leaves rows without a choice that had none before', () => {
    const open = row(1, { status: 'rates_loaded', selectedRateId: null, rate: null });
    const before = choicesOf([open, rejected, faulty, waitingForRates, bought, removed]);
    expect(before).toEqual([{ number: 1, rateId: null, rate: null }]);
    expect(choicesToRestore(changesOf(before, chosen(1)), rowsNow(byRule(1)))).toEqual(before);
    expect(choicesToRestore(changesOf(before, chosen(1)), rowsNow(open))).toEqual([]);
  });
});
