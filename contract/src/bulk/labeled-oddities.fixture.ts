import { addDays } from '../calendar-date.ts';
import { BULK, PHONE } from '../messages.ts';
import { type BulkCells, type BulkColumn, PARTIES, type Party, REQUIRED_COLUMNS } from './columns.ts';
import type { BulkProblem, BulkRepair, ProblemKind, RepairKind } from './row.ts';

/** A part of a row that is validated independently, so that a row can have one oddity in each. */
export type Zone = Party | 'weight' | 'size' | 'date' | 'order';

/** Cells to write over a valid row, and the expected findings. */
export interface Oddity {
  zone: Zone;
  cells: BulkCells;
  faults: Pick<BulkProblem, 'column' | 'kind' | 'message'>[];
  repairs: BulkRepair[];
}

const SIZES = ['package_length', 'package_width', 'package_height'] as const;

function zoneOf(column: BulkColumn): Zone {
  if (column.startsWith('sender_')) return 'sender';
  if (column.startsWith('receiver_')) return 'receiver';
  if (column === 'shipping_date') return 'date';
  if (column === 'order_ref') return 'order';
  return column === 'package_weight' || column === 'package_mass_unit' ? 'weight' : 'size';
}

const fault = (column: BulkColumn, value: string, kind: ProblemKind, message: string): Oddity => ({
  zone: zoneOf(column),
  cells: { [column]: value },
  faults: [{ column, kind, message }],
  repairs: [],
});

/** Columns with the written value and the expected reading. */
type Readings = Partial<Record<BulkColumn, readonly [from: string, to: string]>>;

function repair(kind: RepairKind, readings: Readings, beside: BulkCells = {}): Oddity {
  const entries = Object.entries(readings) as [BulkColumn, readonly [string, string]][];
  const [[first] = ['order_ref' as const]] = entries;
  return {
    zone: zoneOf(first),
    cells: { ...beside, ...Object.fromEntries(entries.map(([column, [from]]) => [column, from])) },
    faults: [],
    repairs: entries.map(([column, [from, to]]) => ({ column, kind, from, to })),
  };
}

const NO_NUMBERS = [
  'abc',
  'NaN',
  'Infinity',
  '1e309',
  '0x10',
  '-5',
  '+5',
  '1,5',
  '1,234',
  '١٢',
  '12 parsecs',
  '1000000',
];
const NO_DATES = ['13/25/2026', '2026-02-30', 'tomorrow', '20-Nov', '2026', '31.02.2026', '11-20-2026'];
const NO_EMAILS = ['jane.example.com', 'jane@', 'jane doe@mail.example', 'jane@mail', 'jane@@mail.example'];
const NO_PHONES: readonly (readonly [string, string])[] = [
  ['+15125550142', PHONE.countryCode],
  ['0015125550142', PHONE.countryCode],
  ['15125550142', PHONE.tenDigits],
  ['512-555-014', PHONE.tenDigits],
  ['call me', PHONE.tenDigits],
  [
    '4.15556E+09',
    `${PHONE.tenDigits} Your spreadsheet shortened this number and dropped its last digits. Please type it again.`,
  ],
];
const NO_LINES: readonly (readonly [string, string])[] = [
  ['Anna\u202eeinaleM', 'Please remove invisible characters.'],
  ['Zero\u200bwidth', 'Please remove invisible characters.'],
  ['Two\nlines', 'Please remove invisible characters.'],
  ['L'.repeat(101), 'Please use at most 100 characters.'],
];

function partyFaults(party: Party): Oddity[] {
  const side = party === 'sender' ? 'Sender' : 'Recipient';
  const phone = party === 'sender' ? BULK.senderPhone : BULK.receiverPhone;
  return [
    ...NO_PHONES.map(([value, why]) => fault(`${party}_phone`, value, 'phone', phone(why))),
    ...NO_EMAILS.map((value) =>
      fault(`${party}_email`, value, 'email', `${side} email: Please enter a valid email address`),
    ),
    ...NO_LINES.flatMap(([value, why]) => [
      fault(`${party}_fullname`, value, 'text', `${side} name: ${why}`),
      fault(`${party}_company`, value, 'text', `${side} company: ${why}`),
      fault(`${party}_address`, value, 'text', `${side} address: ${why}`),
      fault(`${party}_city`, value, 'text', `${side} city: ${why}`),
    ]),
    fault(
      `${party}_country`,
      'Atlantis',
      'country',
      `${side} country: Please choose a country from the list.`,
    ),
  ];
}

/** One of every fault that can be detected without the network. */
export function everyFault(today: string): Oddity[] {
  const dateFault = (kind: 'date_format' | 'date_past', value: string) =>
    fault('shipping_date', value, kind, kind === 'date_past' ? BULK.datePast(value) : BULK.dateFormat(value));
  const numberFault = (column: BulkColumn, value: string) =>
    fault(column, value, 'number', BULK.notNumeric(column));
  return [
    ...REQUIRED_COLUMNS.map((column) => fault(column, '', 'missing', BULK.missing(column))),
    ...NO_DATES.map((value) => dateFault('date_format', value)),
    ...[addDays(today, -1), '1/5/2020', '36600'].map((value) => dateFault('date_past', value)),
    ...(['package_weight', ...SIZES] as const).flatMap((column) =>
      ['0', ...NO_NUMBERS].map((value) => numberFault(column, value)),
    ),
    fault('package_mass_unit', 'stone', 'unit', 'Weight unit: Please use lb, oz, kg or g.'),
    fault('package_distance_unit', 'furlong', 'unit', 'Size unit: Please use in, ft, cm or mm.'),
    fault('order_ref', 'A\u2066B', 'text', 'Order number: Please remove invisible characters.'),
    ...PARTIES.flatMap(partyFaults),
  ];
}

function partyRepairs(party: Party): Oddity[] {
  const [zip, phone, state, country] = [
    `${party}_zipcode` as const,
    `${party}_phone` as const,
    `${party}_state` as const,
    `${party}_country` as const,
  ];
  const cambridge: BulkCells = { [`${party}_city`]: 'Cambridge', [state]: 'MA', [country]: 'US' };
  const sanJuan: BulkCells = { [`${party}_city`]: 'San Juan', [state]: 'PR', [country]: 'US' };
  const seattle: BulkCells = { [`${party}_city`]: 'Seattle', [zip]: '98101' };
  const toronto: BulkCells = { [`${party}_city`]: 'Toronto', [zip]: 'M5H 2N2' };
  const american: BulkCells = { ...seattle, [state]: 'WA' };
  return [
    repair('zip_zeros', { [zip]: ['2139', '02139'] }, cambridge),
    repair('zip_zeros', { [zip]: ['="2139"', '02139'] }, cambridge),
    repair('zip_zeros', { [zip]: ['2139.0', '02139'] }, cambridge),
    repair('zip_zeros', { [zip]: ['2139-1234', '02139-1234'] }, cambridge),
    repair('zip_zeros', { [zip]: ['901', '00901'] }, sanJuan),
    repair('spreadsheet', { [zip]: ['021391234', '02139-1234'] }, cambridge),
    repair('spreadsheet', { [zip]: ['="02139"', '02139'] }, cambridge),
    repair('spreadsheet', { [zip]: ["'02139", '02139'] }, cambridge),
    repair('phone', { [phone]: ['5125550142.0', '5125550142'] }),
    repair('spreadsheet', { [phone]: ['="5125550142"', '5125550142'] }),
    repair('spreadsheet', { [`${party}_fullname`]: ['="Anna Berg"', 'Anna Berg'] }),
    repair('state', { [state]: ['Washington', 'WA'] }, { ...seattle, [country]: 'US' }),
    repair('state', { [state]: ['wa', 'WA'] }, { ...seattle, [country]: 'US' }),
    repair('state', { [state]: ['Ontario', 'ON'] }, { ...toronto, [country]: 'CA' }),
    repair('country', { [country]: ['United States', 'US'] }, american),
    repair('country', { [country]: ['USA', 'US'] }, american),
    repair('country', { [country]: ['us', 'US'] }, american),
    repair('country', { [country]: ['Canada', 'CA'] }, { ...toronto, [state]: 'ON' }),
  ];
}

/** One of every kind of repair. */
export function everyRepair(today: string): Oddity[] {
  const date = addDays(today, 3);
  const [year = '', month = '', day = ''] = date.split('-');
  const serial = Math.round((Date.parse(date) - Date.parse('1899-12-30')) / 86_400_000);
  const dates = [
    `${Number(month)}/${Number(day)}/${year}`,
    `${month}/${day}/${year.slice(2)}`,
    `${day}.${month}.${year}`,
    `${year}/${month}/${day}`,
    `${date} 14:30`,
    `${date}T23:59:59.000Z`,
    `${month}/${day}/${year} 2:30 PM`,
    `${serial}`,
    `${serial}.75`,
    `'${date}`,
  ];
  return [
    ...dates.map((written) =>
      repair(written.startsWith("'") ? 'spreadsheet' : 'date', { shipping_date: [written, date] }),
    ),
    repair('number', { package_weight: ['.5', '0.5'] }),
    repair('number', { package_weight: ['2.20462262184878', '2.204623'] }),
    repair('number', { package_weight: ['1,050.5', '1050.5'] }),
    repair('unit', { package_weight: ['16oz', '1'] }, { package_mass_unit: '' }),
    repair('unit', { package_weight: ['2 lb 4 oz', '2.25'] }, { package_mass_unit: 'lbs' }),
    repair('unit', { package_weight: ['1 kg', '2.204623'] }, { package_mass_unit: '' }),
    repair('unit', { package_weight: ['24', '1.5'], package_mass_unit: ['oz', 'lb'] }),
    repair('unit', { package_weight: ['500', '1.102311'], package_mass_unit: ['g', 'lb'] }),
    repair('unit', { package_height: ['10in', '10'] }),
    repair('unit', {
      package_length: ['25.4', '10'],
      package_width: ['12.7', '5'],
      package_height: ['5', '1.968504'],
      package_distance_unit: ['cm', 'in'],
    }),
    repair('unit', {
      package_length: ['254', '10'],
      package_width: ['127', '5'],
      package_height: ['50.8', '2'],
      package_distance_unit: ['MM', 'in'],
    }),
    repair(
      'unit',
      { package_length: ['25.4 cm', '10'], package_width: ['12.7cm', '5'], package_height: ['1 ft', '12'] },
      { package_distance_unit: '' },
    ),
    ...PARTIES.flatMap(partyRepairs),
  ];
}
