import { BULK } from '../messages.ts';
import { ENVELOPE_IN, type Parcel } from '../parcel.ts';
import { readMeasure } from '../parcel-form.ts';
import { columnTitle } from './column-names.ts';
import type { BulkColumn } from './columns.ts';
import { plainDigits, readNumber } from './read-number.ts';
import type { BulkProblem } from './row.ts';
import type { RowFindings } from './row-findings.ts';
import { DISTANCE, MASS, readUnit, type UnitSystem } from './units.ts';

interface Group<U extends string> {
  system: UnitSystem<U>;
  unitColumn: BulkColumn;
  columns: readonly BulkColumn[];
  /** Envelopes may have zero dimensions; the weight must be positive. */
  mayBeZero: boolean;
}

const WEIGHT: Group<keyof typeof MASS.inOwn> = {
  system: MASS,
  unitColumn: 'package_mass_unit',
  columns: ['package_weight'],
  mayBeZero: false,
};
const SIZE_COLUMNS = ['package_length', 'package_width', 'package_height'] as const;

const SIZE: Group<keyof typeof DISTANCE.inOwn> = {
  system: DISTANCE,
  unitColumn: 'package_distance_unit',
  columns: SIZE_COLUMNS,
  mayBeZero: true,
};

/** A number and its unit, if the cell has one. */
interface Reading<U extends string> {
  column: BulkColumn;
  digits: string;
  unit: U | null;
}

const EMPTY_OR_ZERO = /^0*(?:[.,]0*)?$/;

/** Without any size, the parcel is an envelope, so its empty cells are not missing. */
export const isOptionalSize = (findings: RowFindings, column: BulkColumn): boolean =>
  SIZE_COLUMNS.some((size) => size === column) &&
  SIZE_COLUMNS.every((size) => EMPTY_OR_ZERO.test(findings.value(size)));

export function checkParcel(findings: RowFindings, decimalComma: boolean): Parcel | null {
  const [weightLb] = checkGroup(findings, WEIGHT, decimalComma) ?? [];
  const [lengthIn, widthIn, heightIn] = checkGroup(findings, SIZE, decimalComma) ?? [];
  if (!weightLb || lengthIn === undefined || widthIn === undefined || heightIn === undefined) return null;
  if (lengthIn > 0) return { type: 'package', weightLb, lengthIn, widthIn, heightIn };
  const { length, width, height } = ENVELOPE_IN;
  return { type: 'envelope', weightLb, lengthIn: length, widthIn: width, heightIn: height };
}

/**
 * Reads the numbers in our own unit. Converts nothing while one of them is wrong, because the unit could
 * still change.
 */
function checkGroup<U extends string>(
  findings: RowFindings,
  group: Group<U>,
  decimalComma: boolean,
): number[] | null {
  const { system, unitColumn, columns, mayBeZero } = group;
  const refuse = (column: BulkColumn, fix?: BulkProblem['fix']) =>
    findings.problem(column, 'number', BULK.notNumeric(column), fix);

  const readings = columns.flatMap((column): Reading<U>[] => {
    if (findings.hasProblem(column)) return [];
    // An empty cell that is not missing is a size of an envelope.
    const measure = readCell(system, findings.value(column) || '0', decimalComma);
    if (measure) return [{ column, ...measure }];
    refuse(column);
    return [];
  });

  const unitText = findings.value(unitColumn);
  const unitOfColumn = unitText === '' ? null : readUnit(system, unitText);
  if (unitText !== '' && !unitOfColumn)
    findings.problem(unitColumn, 'unit', `${columnTitle(unitColumn)}: Please use ${system.choices}.`);
  else refuseDoubtfulUnits(system, readings, unitOfColumn, refuse);

  const numbers = readings.map(({ column, digits, unit }) => {
    const from = unit ?? unitOfColumn ?? system.own;
    const kind = unit || from !== system.own ? ('unit' as const) : ('number' as const);
    return { column, kind, to: inOwnUnit(system, digits, from) };
  });
  const somePositive = numbers.some(({ to }) => Number(to) > 0);
  for (const { column, to } of numbers) {
    const allowed = Number(to) === 0 ? mayBeZero && !somePositive : isMeasure(to);
    if (!allowed) refuse(column);
  }

  if ([unitColumn, ...columns].some((column) => findings.hasProblem(column))) return null;
  for (const { column, kind, to } of numbers)
    if (findings.value(column) !== '') findings.repair(column, kind, to);
  if (unitOfColumn && unitOfColumn !== system.own) findings.repair(unitColumn, 'unit', system.own);
  return numbers.map(({ to }) => Number(to));
}

/**
 * Rejects cells that contradict the unit column, or lack a unit while another cell has one, and offers a fix.
 */
function refuseDoubtfulUnits<U extends string>(
  system: UnitSystem<U>,
  readings: readonly Reading<U>[],
  unitOfColumn: U | null,
  refuse: (column: BulkColumn, fix?: BulkProblem['fix']) => void,
): void {
  const offer = (column: BulkColumn, digits: string, unit: U, value: string) => {
    const isValid = isMeasure(inOwnUnit(system, digits, unit));
    refuse(column, isValid ? { text: `Use ${digits} ${unit}`, cells: { [column]: value } } : undefined);
  };
  const foreign = readings.find(({ unit }) => unit !== null && unit !== system.own)?.unit;
  for (const { column, digits, unit } of readings) {
    // Zero is the same in every unit.
    if (Number(digits) === 0) continue;
    if (unit && unitOfColumn && unit !== unitOfColumn) {
      const value = plainDigits((Number(digits) * system.inOwn[unit]) / system.inOwn[unitOfColumn]);
      offer(column, value, unitOfColumn, value);
    } else if (!unit && !unitOfColumn && foreign) {
      offer(column, digits, foreign, `${digits} ${foreign}`);
    }
  }
}

const inOwnUnit = <U extends string>(system: UnitSystem<U>, digits: string, unit: U): string =>
  unit === system.own ? digits : plainDigits(Number(digits) * system.inOwn[unit]);

/** Positive and within the form limits, which are the same for all four measures. */
const isMeasure = (digits: string): boolean => 'value' in readMeasure('weight', digits);

const MAX_LENGTH = 40;
const NUMBER = /^([\d.,]+)\s*(\D{1,12})?$/;
const TWO_NUMBERS = /^([\d.,]+)\s*([a-z]{1,6}\.?),?\s*([\d.,]+)\s*([a-z]{1,6}\.?|["″”])$/i;

/** `16`, `16oz`, `1.5 kg`, `2 lb 3 oz`. */
export function readCell<U extends string>(
  system: UnitSystem<U>,
  text: string,
  decimalComma: boolean,
): Omit<Reading<U>, 'column'> | null {
  if (text.length > MAX_LENGTH) return null;
  const [, one, unitText] = NUMBER.exec(text) ?? [];
  if (one) {
    const digits = readNumber(one, decimalComma);
    const unit = unitText ? readUnit(system, unitText) : null;
    return digits === null || (unitText && !unit) ? null : { digits, unit };
  }
  const [, large, largeUnit = '', small, smallUnit = ''] = TWO_NUMBERS.exec(text) ?? [];
  if (!large || !small) return null;
  const [first, second] = system.pair;
  if (readUnit(system, largeUnit) !== first || readUnit(system, smallUnit) !== second) return null;
  const [whole, rest] = [readNumber(large, decimalComma), readNumber(small, decimalComma)];
  if (whole === null || rest === null) return null;
  const sum = Number(whole) + (Number(rest) * system.inOwn[second]) / system.inOwn[first];
  return { digits: plainDigits(sum), unit: first };
}
