import { describe, expect, it } from 'vitest';
import { BULK } from '../messages.ts';
import { checkBulkRow } from './check-row.ts';
import type { BulkCells } from './columns.ts';
import { readItems, writeItems } from './item-cells.ts';
import { internationalRows, templateRows } from './template.ts';

const TODAY = '2026-11-15';
const [GOOD = {}] = templateRows(TODAY);
const check = (cells: BulkCells) =>
  checkBulkRow({ ...GOOD, ...cells }, { today: TODAY, decimalComma: false });

describe('a parcel without dimensions', () => {
  const sized = (length: string, width: string, height: string) =>
    check({ package_length: length, package_width: width, package_height: height });

  it.each([
    ['', '', ''],
    ['0', '', '0.0'],
    ['', '0', ''],
  ])('is an envelope: %j, %j, %j', (length, width, height) => {
    const { shipment, repairs, values } = sized(length, width, height);
    expect(shipment?.package).toMatchObject({ type: 'envelope', lengthIn: 12, widthIn: 9, heightIn: 0.25 });
    expect(repairs).toEqual([]);
    expect(checkBulkRow(values, { today: TODAY, decimalComma: false }).shipment).toEqual(shipment);
  });

  it('lacks a dimension that is empty beside others', () => {
    expect(sized('12', '', '4').problems.map(({ message }) => message)).toEqual([
      BULK.missing('package_width'),
    ]);
    expect(sized('12', '', '0').problems.map(({ message }) => message)).toEqual([
      BULK.missing('package_width'),
      BULK.notNumeric('package_height'),
    ]);
  });
});

describe('a phone number abroad', () => {
  const abroad = {
    receiver_country: 'Germany',
    receiver_state: 'Berlin',
    receiver_zipcode: '10115',
    package_weight: '1.5',
    ...writeItems(readItems(internationalRows(TODAY).at(-1) ?? {})),
  };

  it('needs its country code', () => {
    expect(check({ ...abroad, receiver_phone: '+49 30 901820' }).problems).toEqual([]);
    expect(check({ ...abroad, receiver_phone: '15125550142' }).problems).toEqual([
      {
        column: 'receiver_phone',
        kind: 'phone',
        message:
          'Receiver phone: Phone number must start with + and the country code, such as +44 20 7946 0958.',
      },
    ]);
  });
});
