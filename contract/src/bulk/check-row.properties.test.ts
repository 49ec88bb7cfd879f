import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressFormSchema } from '../address-form.ts';
import { CalendarDateSchema } from '../calendar-date.ts';
import { ParcelFormSchema } from '../parcel-form.ts';
import { checkBulkRow } from './check-row.ts';
import { BULK_COLUMNS, type BulkCells, type BulkColumn } from './columns.ts';
import { everyFault, everyRepair } from './labeled-oddities.fixture.ts';
import { makeLabeledRows } from './labeled-rows.fixture.ts';
import { BulkProblemSchema, BulkRepairSchema } from './row.ts';

const TODAY = '2026-11-16';
const SOUND = makeLabeledRows({ seed: 3, rows: 50, faults: 0, today: TODAY }).map(({ cells }) => cells);

/**
 * Values from all fixtures, put into any column: most are wrong there, some are nearly right.
 */
const SAMPLES = [...everyFault(TODAY), ...everyRepair(TODAY)].flatMap(({ cells }) => Object.values(cells));
const aNumber = fc.oneof(
  fc.double({ min: 0, max: 200_000, noNaN: true }).map(String),
  fc.tuple(fc.nat(999), fc.constantFrom('.', ','), fc.nat(9999)).map((parts) => parts.join('')),
);
const aCell = fc.oneof(
  fc.constantFrom(...SAMPLES),
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: fc.constantFrom(...`="'.,-/+ 0129EeTZlboz%\n\u200b`), maxLength: 14 }),
  aNumber,
  fc
    .tuple(
      aNumber,
      fc.constantFrom('', ' '),
      fc.constantFrom('lb', 'oz', 'kg', 'g', 'in', '"', 'cm', 'mm', 'ft'),
    )
    .map((parts) => parts.join('')),
  fc.nat(99_999).map(String),
);
const aRow: fc.Arbitrary<BulkCells> = fc
  .tuple(
    fc.constantFrom(...SOUND),
    fc.constantFrom(...everyRepair(TODAY)),
    fc.dictionary(fc.constantFrom(...BULK_COLUMNS), aCell, { maxKeys: 3 }),
  )
  .map(([sound, oddity, cells]) => ({ ...sound, ...oddity.cells, ...cells }));
const aContext = fc.record({ today: fc.constant(TODAY), decimalComma: fc.boolean() });

const settings = { numRuns: 1000 };

describe('checking any row', { timeout: 30_000 }, () => {
  it('returns a valid shipment if and only if there is no problem', () => {
    let shipments = 0;
    fc.assert(
      fc.property(aRow, aContext, (cells, context) => {
        const { shipment, problems } = checkBulkRow(cells, context);
        expect(shipment === null).toBe(problems.length > 0);
        if (!shipment) return;
        shipments += 1;
        const { sender, receiver, package: parcel, shippingDate } = shipment;
        expect(AddressFormSchema.parse(sender)).toEqual(sender);
        expect(AddressFormSchema.parse(receiver)).toEqual(receiver);
        const { type, weightLb: weight, lengthIn: length, widthIn: width, heightIn: height } = parcel;
        expect(ParcelFormSchema.parse({ type, weight, length, width, height })).toEqual(parcel);
        expect(CalendarDateSchema.parse(shippingDate) >= TODAY).toBe(true);
      }),
      settings,
    );
    expect(shipments).toBeGreaterThan(100);
  });

  it('gives the same result for the repaired values, without repairs', () => {
    fc.assert(
      fc.property(aRow, aContext, (cells, context) => {
        const first = checkBulkRow(cells, context);
        expect(checkBulkRow(first.values, context)).toEqual({ ...first, repairs: [] });
      }),
      settings,
    );
  });

  it('reports a repair for every changed value and for no other', () => {
    fc.assert(
      fc.property(aRow, aContext, (cells, context) => {
        const { values, repairs } = checkBulkRow(cells, context);
        const changed = (Object.keys(values) as BulkColumn[])
          .filter((column) => values[column] !== cells[column]?.trim())
          .map((column) => ({ column, from: cells[column]?.trim(), to: values[column] }));
        expect(repairs.map(({ column, from, to }) => ({ column, from, to }))).toEqual(changed);
        for (const repair of repairs) BulkRepairSchema.parse(repair);
      }),
      settings,
    );
  });

  it('suggests only fixes that resolve their problem', () => {
    let offers = 0;
    fc.assert(
      fc.property(aRow, aContext, (cells, context) => {
        for (const problem of checkBulkRow(cells, context).problems) {
          BulkProblemSchema.parse(problem);
          if (!problem.fix) continue;
          offers += 1;
          const { problems } = checkBulkRow({ ...cells, ...problem.fix.cells }, context);
          const left = problems.find(({ column }) => column === problem.column);
          expect([problem, left?.message]).not.toEqual([problem, problem.message]);
        }
      }),
      settings,
    );
    expect(offers).toBeGreaterThan(20);
  });
});
