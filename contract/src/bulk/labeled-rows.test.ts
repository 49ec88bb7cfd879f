import { describe, expect, it } from 'vitest';
import { checkBulkRow } from './check-row.ts';
import type { BulkColumn } from './columns.ts';
import { everyFault, everyRepair } from './labeled-oddities.fixture.ts';
import { makeLabeledRows } from './labeled-rows.fixture.ts';
import { CUSTOMS_KINDS, PROBLEM_KINDS, REPAIR_KINDS } from './row.ts';

const context = { today: '2026-11-16', decimalComma: false };
const inOrder = <T extends { column: BulkColumn }>(list: readonly T[]) =>
  list.toSorted((a, b) => a.column.localeCompare(b.column));

describe('ten thousand rows with five hundred labeled faults', () => {
  const rows = makeLabeledRows({ seed: 7, rows: 10_000, faults: 500, repairs: 500, today: context.today });
  const before = performance.now();
  const checked = rows.map(({ cells }) => checkBulkRow(cells, context));
  const took = performance.now() - before;

  it('contain every kind of problem that can be detected without the network', () => {
    const ofServer = ['address', 'address_check', 'rates'];
    // Customs problems depend on the route; they have their own tests.
    const ofRoute = CUSTOMS_KINDS;
    const faults = rows.flatMap((row) => row.faults);
    expect(faults).toHaveLength(500);
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(
      new Set(
        PROBLEM_KINDS.filter((kind) => !ofServer.includes(kind) && !ofRoute.some((other) => other === kind)),
      ),
    );
    expect(new Set(rows.flatMap((row) => row.repairs).map(({ kind }) => kind))).toEqual(
      new Set(REPAIR_KINDS.filter((kind) => kind !== 'filled')),
    );
    expect(everyFault(context.today).length).toBeLessThanOrEqual(500);
    expect(everyRepair(context.today).length).toBeLessThanOrEqual(500);
  });

  it('report exactly the expected problems with their cells and messages', () => {
    console.log(`10,000 rows were judged in ${Math.round(took)} ms`);
    const found = checked.map(({ problems }) =>
      inOrder(problems).map(({ column, kind, message }) => ({ column, kind, message })),
    );
    expect(found).toEqual(rows.map(({ faults }) => inOrder(faults)));
  });

  it('report exactly the expected repairs', () => {
    expect(checked.map(({ repairs }) => inOrder(repairs))).toEqual(
      rows.map(({ repairs }) => inOrder(repairs)),
    );
  });

  it('become shipments, except for the faulty ones', () => {
    expect(checked.map(({ shipment }) => shipment === null)).toEqual(
      rows.map(({ faults }) => faults.length > 0),
    );
  });

  it('are deterministic for a seed', () => {
    const few = (seed: number) =>
      makeLabeledRows({ seed, rows: 20, faults: 5, repairs: 5, today: context.today });
    expect(few(1)).toEqual(few(1));
    expect(few(1)).not.toEqual(few(2));
  });
});
