import { describe, expect, it } from 'vitest';
import { BULK } from '../messages.ts';
import { checkBulkRow } from './check-row.ts';
import type { BulkCells } from './columns.ts';
import { templateRows } from './template.ts';

const TODAY = '2026-11-16';
const [SOUND = {}] = templateRows(TODAY);
/** Parcels abroad need a declaration. */
const ITEM: BulkCells = {
  item_description: 'Ceramic mug',
  item_weight: '3',
  item_value: '15',
  item_hs: '6912.00',
  item_origin: 'US',
};
const check = (cells: BulkCells) =>
  checkBulkRow(
    { ...SOUND, ...ITEM, receiver_phone: '+49 30 1234567', ...cells },
    { today: TODAY, decimalComma: false },
  );
const to = (country: string, state: string, zip: string) =>
  check({ receiver_country: country, receiver_state: state, receiver_zipcode: zip });

describe('the recipient of a row', () => {
  it.each([
    ['Germany', '', '10115'],
    ['IE', '', ''],
    ['HK', 'Kowloon', ''],
    ['GH', '', ''],
  ])('in %s needs only what the country requires', (country, state, zip) => {
    const { problems, shipment } = to(country, state, zip);
    expect(problems).toEqual([]);
    expect(shipment?.receiver).toMatchObject({ state, zipCode: zip });
  });

  it('in a country that requires a state and a postal code is invalid without them', () => {
    expect(to('JP', '', '').problems.map(({ message }) => message)).toEqual([
      BULK.missing('receiver_state'),
      BULK.missing('receiver_zipcode'),
    ]);
  });

  it('in the United States or an unknown country needs both, as the specification says', () => {
    for (const country of ['US', 'Canada', 'Atlantis', '']) {
      const messages = to(country, '', '').problems.map(({ message }) => message);
      expect(messages).toContain(BULK.missing('receiver_state'));
      expect(messages).toContain(BULK.missing('receiver_zipcode'));
    }
  });

  it('with a postal code that lost its zeros gets a fix', () => {
    const [problem] = to('DE', '', '1067').problems;
    expect(problem).toMatchObject({
      column: 'receiver_zipcode',
      message: 'Recipient ZIP: Postal code “1067” is not valid in Germany. It should look like 10115.',
      fix: { text: 'Use 01067', cells: { receiver_zipcode: '01067' } },
    });
    expect(to('DE', '', 'Berlin').problems[0]?.fix).toBeUndefined();
  });

  it('in a non-Latin script is invalid', () => {
    const { problems } = check({ receiver_city: '東京' });
    expect(problems.map(({ message }) => message)).toContain(
      'Recipient city: Please use Latin letters. Carriers cannot print other scripts.',
    );
    expect(
      check({ receiver_country: 'DE', receiver_zipcode: '10115', order_ref: 'Заказ 7' }).problems,
    ).toEqual([]);
  });
});
