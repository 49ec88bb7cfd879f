import { describe, expect, it } from 'vitest';
import { BULK, PHONE } from '../messages.ts';
import { checkBulkRow } from './check-row.ts';
import { type BulkCells, type BulkColumn, REQUIRED_COLUMNS } from './columns.ts';
import { readItems, writeItems } from './item-cells.ts';
import type { BulkProblem, BulkRepair } from './row.ts';
import { internationalRows, templateRows } from './template.ts';

const TODAY = '2026-11-16';
const [SOUND = {}] = templateRows(TODAY);

const check = (cells: BulkCells, decimalComma = false) =>
  checkBulkRow({ ...SOUND, ...cells }, { today: TODAY, decimalComma });
const problemsOf = (cells: BulkCells, decimalComma = false) => check(cells, decimalComma).problems;
const messagesOf = (cells: BulkCells) => problemsOf(cells).map(({ message }) => message);
const repairedTo = (column: BulkColumn, value: string, others: BulkCells = {}, decimalComma = false) => {
  const { problems, repairs, values } = check({ ...others, [column]: value }, decimalComma);
  expect(problems).toEqual([]);
  expect(repairs.find((repair) => repair.column === column)).toMatchObject({
    from: value,
    to: values[column],
  });
  return values[column];
};

/** Without sizes, a row is an envelope. */
const REQUIRED_WITHOUT_SIZE = REQUIRED_COLUMNS.filter((column) => !/_(?:length|width|height)$/.test(column));

describe('a row', () => {
  it('becomes a shipment if it is valid', () => {
    const { problems, repairs, values, shipment } = check({});
    expect({ problems, repairs, values }).toEqual({ problems: [], repairs: [], values: SOUND });
    expect(shipment).toMatchObject({
      sender: { fullName: 'Maria Lopez', zipCode: '78701', country: 'US' },
      receiver: { fullName: 'Daniel Kim', city: 'Cambridge', zipCode: '02139' },
      package: { type: 'package', weightLb: 2.5, lengthIn: 10, widthIn: 8, heightIn: 4 },
      shippingDate: TODAY,
    });
  });

  it('reports every required column if it is empty, in column order', () => {
    const { problems, shipment } = checkBulkRow({}, { today: TODAY, decimalComma: false });
    expect(problems.map(({ message }) => message)).toEqual(REQUIRED_WITHOUT_SIZE.map(BULK.missing));
    expect(problems.map(({ column }) => column)).toEqual(REQUIRED_WITHOUT_SIZE);
    expect(shipment).toBeNull();
  });

  it('reports all its problems in column order', () => {
    const problems = problemsOf({
      shipping_date: 'soon',
      package_weight: 'heavy',
      receiver_phone: '123',
      receiver_city: ' ',
      sender_email: 'nobody',
    });
    expect(problems.map(({ column, message }) => [column, message])).toEqual([
      ['sender_email', 'Sender email: Please enter a valid email address'],
      ['receiver_phone', 'Receiver phone: Phone number must be exactly 10 digits long.'],
      ['receiver_city', 'Missing required field: receiver_city'],
      ['package_weight', 'Invalid numeric value for field: package_weight'],
      ['shipping_date', 'Invalid shipping date format: soon'],
    ]);
  });

  it('ignores unknown columns', () => {
    const cells = JSON.parse(`{"__proto__": {"sender_city": "X"}, "constructor": "Y"}`) as BulkCells;
    const { values } = checkBulkRow(cells, { today: TODAY, decimalComma: false });
    expect(Object.keys(values)).toEqual([]);
  });
});

describe('a missing country', () => {
  it.each<[string, string]>([
    ['TX', 'US'],
    ['', 'US'],
    ['CA', 'US'],
    ['Ontario', 'CA'],
  ])('with the state %j is suggested as %s', (sender_state, country) => {
    const problem = problemsOf({ sender_state, sender_country: '' }).find(
      ({ column }) => column === 'sender_country',
    );
    expect(problem).toEqual({
      column: 'sender_country',
      kind: 'missing',
      message: 'Missing required field: sender_country',
      fix: { text: `Use ${country}`, cells: { sender_country: country } },
    } satisfies BulkProblem);
  });
});

describe('a parcel', () => {
  const sized = (length: string, width: string, height: string, others: BulkCells = {}) =>
    check({ package_length: length, package_width: width, package_height: height, ...others });

  it('without dimensions is an envelope of the fixed size', () => {
    expect(sized('0', '0.0', '0').shipment?.package).toEqual({
      type: 'envelope',
      weightLb: 2.5,
      lengthIn: 12,
      widthIn: 9,
      heightIn: 0.25,
    });
  });

  it('is invalid if only some dimensions are zero', () => {
    expect(sized('10', '0', '4').problems.map(({ message }) => message)).toEqual([
      BULK.notNumeric('package_width'),
    ]);
    expect(sized('0', 'x', '0').problems.map(({ column }) => column)).toEqual(['package_width']);
  });

  it.each([
    ...['abc', '-5', '-0', '+5', 'NaN', 'Infinity', '1e309', '1e3', '0x10', 'true', '[]', '٢', '２', '½'],
    ...[
      '1,5',
      '1,234',
      '1.2.3',
      '.',
      ',',
      '12 parsecs',
      '2 lb 3',
      '3 oz 2 lb',
      '$5',
      '100001',
      '9'.repeat(400),
    ],
  ])('with the weight or length %j is rejected (CS15)', (value) => {
    for (const column of ['package_weight', 'package_length'] as const)
      expect(messagesOf({ [column]: value })).toEqual([BULK.notNumeric(column)]);
  });

  it('must have a weight (CS15)', () => {
    for (const package_weight of ['0', '0.0', '0 lb', '0.0000001 g'])
      expect(messagesOf({ package_weight })).toEqual([BULK.notNumeric('package_weight')]);
  });

  it.each<[string, string, BulkCells]>([
    ['16oz', '1', { package_mass_unit: '' }],
    ['16 OZ.', '1', { package_mass_unit: 'ounces' }],
    ['2 lb 3 oz', '2.1875', {}],
    ['2lbs, 3oz', '2.1875', {}],
    ['1 kg', '2.204623', { package_mass_unit: '' }],
    ['16', '1', { package_mass_unit: 'oz' }],
    ['1000', '2.204623', { package_mass_unit: 'G' }],
    ['1,234.5', '1234.5', {}],
    ['1.234,5', '1234.5', {}],
    ['.5', '0.5', {}],
    ['5.', '5', {}],
    ["'5", '5', {}],
    ['="5"', '5', {}],
    ['2.20462262184878', '2.204623', {}],
  ])('with the weight %j weighs %s lb and reports the repair', (value, pounds, others) => {
    expect(repairedTo('package_weight', value, others)).toBe(pounds);
  });

  it('is converted to inches', () => {
    const centimeters = sized('25.4', '5.08', '2,54', { package_distance_unit: 'cm' });
    expect(centimeters.problems.map(({ column }) => column)).toEqual(['package_height']);
    expect(centimeters.values.package_distance_unit).toBe('cm');
    const { shipment, repairs } = sized('25.4', '5.08', '2.54', { package_distance_unit: 'cm' });
    expect(shipment?.package).toMatchObject({ lengthIn: 10, widthIn: 2, heightIn: 1 });
    expect(repairs).toEqual([
      { column: 'package_length', kind: 'unit', from: '25.4', to: '10' },
      { column: 'package_width', kind: 'unit', from: '5.08', to: '2' },
      { column: 'package_height', kind: 'unit', from: '2.54', to: '1' },
      { column: 'package_distance_unit', kind: 'unit', from: 'cm', to: 'in' },
    ] satisfies BulkRepair[]);
    const mixed = sized('10"', '1 ft', '50.8mm', { package_distance_unit: '' });
    expect(mixed.shipment?.package).toMatchObject({ lengthIn: 10, widthIn: 12, heightIn: 2 });
  });

  it('accepts other spellings of our own unit without a repair', () => {
    expect(check({ package_mass_unit: 'LBS', package_distance_unit: 'Inches' })).toMatchObject({
      problems: [],
      repairs: [],
      values: { package_mass_unit: 'LBS' },
    });
  });

  it('with an unknown unit has a problem only in the unit column', () => {
    expect(
      problemsOf({ package_mass_unit: 'stone', package_distance_unit: 'm' }).map(
        ({ column, kind, message }) => [column, kind, message],
      ),
    ).toEqual([
      ['package_mass_unit', 'unit', 'Weight unit: Please use lb, oz, kg or g.'],
      ['package_distance_unit', 'unit', 'Size unit: Please use in, ft, cm or mm.'],
    ]);
  });

  it('with an ambiguous unit is not converted, but gets a suggested fix', () => {
    expect(problemsOf({ package_weight: '16oz', package_mass_unit: 'lb' })).toEqual([
      {
        column: 'package_weight',
        kind: 'number',
        message: BULK.notNumeric('package_weight'),
        fix: { text: 'Use 1 lb', cells: { package_weight: '1' } },
      },
    ]);
    const { problems } = sized('25cm', '20', '10', { package_distance_unit: '' });
    expect(problems.map(({ fix }) => fix?.cells)).toEqual([
      { package_width: '20 cm' },
      { package_height: '10 cm' },
    ]);
    expect(sized('25cm', '20 cm', '10 cm', { package_distance_unit: '' }).problems).toEqual([]);
  });

  it('may use decimal commas in semicolon-separated files', () => {
    expect(repairedTo('package_weight', '1,5', {}, true)).toBe('1.5');
    expect(repairedTo('package_weight', '1,234', {}, true)).toBe('1.234');
    expect(repairedTo('package_weight', '1.234,5', {}, true)).toBe('1234.5');
    expect(repairedTo('package_weight', '1,5 kg', { package_mass_unit: '' }, true)).toBe('3.306934');
    expect(check({ package_weight: '1.5' }, true).repairs).toEqual([]);
  });
});

describe('a phone', () => {
  const phone = (value: string) => problemsOf({ sender_phone: value, receiver_phone: value });
  const LOST = 'Your spreadsheet shortened this number and dropped its last digits. Please type it again.';

  it.each<[string, string, string | undefined]>([
    ['+15125550142', PHONE.countryCode, '5125550142'],
    ['+1 (512) 555-0142', PHONE.countryCode, '5125550142'],
    ["'+15125550142", PHONE.countryCode, '5125550142'],
    ['0015125550142', PHONE.countryCode, '5125550142'],
    ['+44 20 7946 0958', PHONE.countryCode, undefined],
    ['15125550142', PHONE.tenDigits, '5125550142'],
    ['1-512-555-0142', PHONE.tenDigits, '5125550142'],
    ['25125550142', PHONE.tenDigits, undefined],
    ['512-555-CALL', PHONE.tenDigits, undefined],
    ['٥١٢٥٥٥٠١٤٢', PHONE.tenDigits, undefined],
    ['4.15556E+09', `${PHONE.tenDigits} ${LOST}`, undefined],
    ['4.1555512E+09', `${PHONE.tenDigits} ${LOST}`, undefined],
    ['4,15556e+09', `${PHONE.tenDigits} ${LOST}`, undefined],
  ])('written as %j is rejected for sender and receiver (CS11)', (value, why, offered) => {
    const fix = (column: BulkColumn) =>
      offered ? { fix: { text: `Use ${offered}`, cells: { [column]: offered } } } : {};
    expect(phone(value)).toEqual([
      { column: 'sender_phone', kind: 'phone', message: `Sender phone: ${why}`, ...fix('sender_phone') },
      {
        column: 'receiver_phone',
        kind: 'phone',
        message: `Receiver phone: ${why}`,
        ...fix('receiver_phone'),
      },
    ]);
  });

  it.each(['5125550142', '(512) 555-0142', '512.555.0142'])('%j stays unchanged', (value) => {
    expect(check({ sender_phone: value })).toMatchObject({ problems: [], repairs: [] });
  });

  it.each(['5125550142.0', '="5125550142"', "'5125550142", `="5125550142.0"`])(
    'written as %j is repaired',
    (value) => {
      expect(repairedTo('sender_phone', value)).toBe('5125550142');
    },
  );
});

describe('a ZIP code', () => {
  const zip = (value: string, state: string, country = 'US') =>
    check({ receiver_zipcode: value, receiver_state: state, receiver_country: country }).values
      .receiver_zipcode;

  it.each<[string, string, string]>([
    ['2139', 'MA', '02139'],
    ['2139', 'massachusetts', '02139'],
    ['5544', 'MA', '05544'],
    ['501', 'NY', '00501'],
    ['6390', 'NY', '06390'],
    ['901', 'PR', '00901'],
    ['802', 'VI', '00802'],
    ['9012', 'AE', '09012'],
    ['2139.0', 'MA', '02139'],
    ['="2139"', 'MA', '02139'],
    ["'02139", 'MA', '02139'],
    ['021391234', 'MA', '02139-1234'],
    ['21391234', 'MA', '02139-1234'],
    ['2139-1234', 'MA', '02139-1234'],
    ['787011234', 'TX', '78701-1234'],
  ])('%j in %s becomes %s', (value, state, whole) => {
    expect(zip(value, state)).toBe(whole);
    expect(zip(whole, state)).toBe(whole);
  });

  it.each<[string, string, string]>([
    ['2139', 'TX', 'US'],
    ['6390', 'MA', 'US'],
    ['2139', 'Nowhere', 'US'],
    ['21', 'MA', 'US'],
    ['21391234', 'TX', 'US'],
    ['2139', 'MA', 'AU'],
    ['2139', '', 'US'],
    ['02139-1234', 'MA', 'US'],
    ['M5H 2N2', 'ON', 'CA'],
    ["''02139", 'MA', 'US'],
  ])('%j in %j, %s stays unchanged', (value, state, country) => {
    expect(zip(value, state, country)).toBe(value);
  });

  it('from Canada loses its leading apostrophe', () => {
    expect(zip("'M5H 2N2", 'ON', 'CA')).toBe('M5H 2N2');
  });

  it('from Puerto Rico gets its zeros back if Puerto Rico is the country', () => {
    expect(zip('901', 'San Juan', 'Puerto Rico')).toBe('00901');
  });
});

/** What a customs declaration needs. */
const ITEMS: BulkCells = writeItems(readItems(internationalRows(TODAY).at(-1) ?? {}));

describe('states and countries', () => {
  it.each<[string, string, string, string]>([
    ['Texas', 'United States', 'TX', 'US'],
    ['tx', 'USA', 'TX', 'US'],
    ['Québec', 'canada', 'QC', 'CA'],
    ['on', 'CAN', 'ON', 'CA'],
    ['Bayern', 'Deutschland', 'Bayern', 'DE'],
  ])('%s, %s become %s, %s', (receiver_state, receiver_country, state, country) => {
    const { values, problems } = check({
      receiver_state,
      receiver_country,
      ...ITEMS,
      ...(receiver_country === 'Deutschland' && { receiver_phone: '+49 30 901820' }),
    });
    expect([values.receiver_state, values.receiver_country, problems]).toEqual([state, country, []]);
  });

  it('report an unknown country in its own column', () => {
    expect(problemsOf({ sender_country: 'Atlantis' })).toMatchObject([
      {
        column: 'sender_country',
        kind: 'country',
        message: 'Sender country: Please choose a country from the list.',
      },
    ]);
  });
});
