import { addDays } from '../calendar-date.ts';
import type { BulkCells, BulkColumn, Party } from './columns.ts';
import { everyFault, everyRepair, type Oddity, type Zone } from './labeled-oddities.fixture.ts';

interface LabeledRow {
  /** Starts at 1. */
  number: number;
  cells: BulkCells;
  faults: Oddity['faults'];
  repairs: Oddity['repairs'];
}

/** Cities with one of their ZIP codes, all in the built-in gazetteer. */
const PLACES =
  `Cambridge MA 02139; Hartford CT 06103; Newark NJ 07102; Providence RI 02903; Portland ME 04101;
Concord NH 03301; Burlington VT 05401; San Juan PR 00901; New York NY 10001; Brooklyn NY 11201; Philadelphia PA 19103;
Washington DC 20001; Richmond VA 23219; Charlotte NC 28202; Charleston SC 29401; Atlanta GA 30303; Orlando FL 32801;
Nashville TN 37203; Birmingham AL 35203; Louisville KY 40202; Columbus OH 43215; Detroit MI 48226; Indianapolis IN 46204;
Chicago IL 60601; Milwaukee WI 53202; Minneapolis MN 55401; Des Moines IA 50309; Saint Louis MO 63101; Omaha NE 68102;
Oklahoma City OK 73102; Houston TX 77002; Dallas TX 75201; Denver CO 80202; Salt Lake City UT 84101; Phoenix AZ 85004;
Albuquerque NM 87102; Las Vegas NV 89101; Boise ID 83702; Seattle WA 98101; San Francisco CA 94105; San Diego CA 92101;
Honolulu HI 96813; Anchorage AK 99501; Billings MT 59101; Toronto ON M5H 2N2; Montreal QC H3B 1A7; Vancouver BC V6B 1A1;
Calgary AB T2P 1J9; Ottawa ON K1P 1J1; Halifax NS B3J 1S9; Winnipeg MB R3C 0V8`
    .split(/;\s*/)
    .map((line) => {
      const [, city = '', state = '', zip = ''] = /^(.+) ([A-Z]{2}) (\d{5}|\w{3} \w{3})$/.exec(line) ?? [];
      return { city, state, zip, country: zip.length === 5 ? 'US' : 'CA' };
    });
const NAMES = ['Anna', 'Ben', 'Chloé', 'Dmitri', 'Elena', 'Farid', 'Grace', 'Hiro', 'Inés', 'Jamal', 'Kate'];
const SURNAMES = ["O'Brien", 'Lopez', 'Kim', 'Smith-Jones', 'Nguyen', 'Müller', 'Haddad', 'Patel', 'Okafor'];
const COMPANIES = ['', '', '', 'Blue Kettle', 'North & Sons', 'Acme, Inc.', 'The "Good" Shop'];
const STREETS = ['Main St', 'Oak Ave', 'Maple Dr', 'Washington Blvd', 'Park Rd', 'Lake View Ln'];
const SECOND_LINES = ['', '', '', 'Apt 4B', 'Ste 200', 'Unit 7'];
const BOXES = [
  ['0', '0', '0'],
  ['10', '8', '4'],
  ['12', '9', '6'],
  ['6.5', '5', '2.25'],
] as const;
/** Some rows are international. */
const ITEM: BulkCells = {
  item_description: 'Ceramic mug',
  item_quantity: '1',
  item_weight: '4',
  item_value: '12.50',
  item_hs: '6912.00',
  item_origin: 'US',
  item_sku: 'MUG-1',
};
const WEIGHTS = ['0.5', '1', '2.25', '4', '12'];

/** A small seeded random generator. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface LabeledRowsOptions {
  seed: number;
  rows: number;
  /** Number of faulty cells. A row can have several, each in its own zone. */
  faults: number;
  /** Number of cells that must be repaired; 0 by default. */
  repairs?: number;
  /** YYYY-MM-DD */
  today: string;
}

/**
 * Realistic US and Canadian shipments with faults and oddities in known cells; deterministic for given
 * options.
 */
export function makeLabeledRows(options: LabeledRowsOptions): LabeledRow[] {
  const { rows: count, faults, repairs = 0, today } = options;
  const random = randomFrom(options.seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  const address = (party: Party, house: number): BulkCells => {
    const { city, state, zip, country } = pick(PLACES);
    const fullname = `${pick(NAMES)} ${pick(SURNAMES)}`;
    const mailbox = fullname
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '');
    return {
      [`${party}_fullname`]: fullname,
      [`${party}_company`]: pick(COMPANIES),
      [`${party}_email`]: `${mailbox}@mail.example`,
      [`${party}_phone`]: `${200 + below(700)}55501${String(below(100)).padStart(2, '0')}`,
      [`${party}_address`]: `${house} ${pick(STREETS)}`,
      [`${party}_address2`]: pick(SECOND_LINES),
      [`${party}_city`]: city,
      [`${party}_state`]: state,
      [`${party}_zipcode`]: zip,
      [`${party}_country`]: country,
    };
  };
  const sender = address('sender', 1100);
  const rows = Array.from({ length: count }, (_, index): LabeledRow => {
    const [length, width, height] = pick(BOXES);
    const cells: BulkCells = {
      ...sender,
      // House numbers differ, so that no rows are duplicates.
      ...address('receiver', index + 1),
      package_weight: pick(WEIGHTS),
      package_mass_unit: 'lb',
      package_length: length,
      package_width: width,
      package_height: height,
      package_distance_unit: 'in',
      shipping_date: addDays(today, below(5)),
      order_ref: `A-${1001 + index}`,
      ...ITEM,
    };
    return { number: index + 1, cells, faults: [], repairs: [] };
  });

  const taken = new Set<string>();
  const spread = (oddities: readonly Oddity[], times: number) => {
    if (taken.size + times > count) throw new Error('So many oddities do not fit into so few rows.');
    for (let index = 0; index < times; index += 1) {
      const oddity = oddities[index % oddities.length] as Oddity;
      let row = pick(rows);
      while (taken.has(key(row, oddity.zone))) row = pick(rows);
      taken.add(key(row, oddity.zone));
      Object.assign(row.cells, soundBox(oddity), oddity.cells);
      row.faults.push(...oddity.faults);
      row.repairs.push(...oddity.repairs);
    }
  };
  spread(everyFault(today), faults);
  spread(everyRepair(today), repairs);
  return rows;
}

const key = (row: LabeledRow, zone: Zone) => `${row.number} ${zone}`;

/** A zero dimension is a fault only beside positive ones; an envelope has all zeros. */
const soundBox = ({ zone }: Oddity): BulkCells =>
  zone === 'size' ? { package_length: '10', package_width: '8', package_height: '4' } : {};

/** The rows as CSV text, as spreadsheets write it. */
export function labeledCsv(columns: readonly BulkColumn[], rows: readonly LabeledRow[]): string {
  const line = (texts: readonly string[]) =>
    texts.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',');
  const lines = rows.map(({ cells }) => line(columns.map((column) => cells[column] ?? '')));
  return [line(columns), ...lines, ''].join('\r\n');
}
