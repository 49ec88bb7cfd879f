import { PARCEL_FORM } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import {
  dimensionsOf,
  ouncesFromPounds,
  PACKAGE_FIELDS,
  packageProblems,
  poundsFromOunces,
  withSavedParcel,
} from './parcel-values.ts';
import type { ParcelValues } from './wizard-state.ts';

const TODAY = '2026-11-16';
const EMPTY: ParcelValues = { type: 'package', weight: '', length: '', width: '', height: '' };
const BOX: ParcelValues = { type: 'package', weight: '2', length: '12', width: '9', height: '4' };

describe('the package step', () => {
  it('requires weight, length, width and height, with the messages of the specification', () => {
    const problems = packageProblems({ parcel: EMPTY, shippingDate: TODAY }, TODAY);
    expect(problems).toEqual({
      weight: PARCEL_FORM.weightRequired,
      length: PARCEL_FORM.lengthRequired,
      width: PARCEL_FORM.widthRequired,
      height: PARCEL_FORM.heightRequired,
    });
    expect(PACKAGE_FIELDS.find((field) => problems[field])).toBe('weight');
  });

  it('requires only a weight for an envelope, which has a fixed size', () => {
    const envelope: ParcelValues = { ...EMPTY, type: 'envelope' };
    expect(packageProblems({ parcel: envelope, shippingDate: TODAY }, TODAY)).toEqual({
      weight: PARCEL_FORM.weightRequired,
    });
    expect(dimensionsOf(envelope)).toEqual([12, 9, 0.25]);
  });

  it('accepts today and later, but not an earlier or missing date', () => {
    const problem = (shippingDate: string) =>
      packageProblems({ parcel: BOX, shippingDate }, TODAY).shippingDate;
    expect(problem(TODAY)).toBeUndefined();
    expect(problem('2026-12-01')).toBeUndefined();
    expect(problem('2026-11-15')).toBe('Shipping date cannot be in the past');
    expect(problem('')).toBe('Shipping date is required');
  });
});

it('converts between ounces and pounds', () => {
  expect(poundsFromOunces('24')).toBe('1.5');
  expect(ouncesFromPounds('2.25')).toBe('36');
  expect(poundsFromOunces('1')).toBe('0.0625');
  expect(ouncesFromPounds(poundsFromOunces('3.5'))).toBe('3.5');
  expect(ouncesFromPounds(poundsFromOunces('7.25'))).toBe('7.25');
  expect(poundsFromOunces('')).toBe('');
  expect(ouncesFromPounds('heavy')).toBe('');
});

it('takes the size of a saved parcel, and its weight if it has one', () => {
  const saved = { id: '1', nickname: 'Small', type: 'package' as const, length: 8, width: 6, height: 4.5 };
  expect(withSavedParcel({ ...EMPTY, weight: '3' }, { ...saved, weight: null })).toEqual({
    type: 'package',
    weight: '3',
    length: '8',
    width: '6',
    height: '4.5',
  });
  expect(withSavedParcel(EMPTY, { ...saved, weight: 1.25 }).weight).toBe('1.25');
});
