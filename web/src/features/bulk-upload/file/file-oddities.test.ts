import { isCustomsProblem } from '@lading/contract/bulk/row.ts';
import { BULK, PHONE } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { checkedRows, problemOf, readFile, rowsOf, testBytes } from './testdata.fixture.ts';

const NAMES = ['Daniel Kim', 'Chloé D’Amours'];
const receivers = async (name: string) => (await rowsOf(name)).map(({ cells }) => cells.receiver_fullname);

describe('encodings', () => {
  it.each([
    ['utf8-bom.csv', 'UTF-8', ','],
    ['utf16le-bom.csv', 'UTF-16', '\t'],
    ['utf16be-bom.csv', 'UTF-16', '\t'],
    ['utf16le-no-mark.csv', 'UTF-16', ','],
    ['utf16be-no-mark.csv', 'UTF-16', ','],
    ['windows-1252.csv', 'Windows-1252', ','],
  ])('%s is read as %s (CS04)', async (name, encoding, delimiter) => {
    const { summary } = await readFile(name);
    expect(summary).toMatchObject({ encoding, delimiter, match: { kind: 'template' }, warnings: [] });
    expect(summary.header[0]).toBe('sender_fullname');
    expect(await receivers(name)).toEqual(NAMES);
    // The second row goes to another country and has no items.
    const problems = (await checkedRows(name)).flatMap((row) => row.problems);
    expect(problems.filter((problem) => !isCustomsProblem(problem))).toEqual([]);
  });
});

describe('lines', () => {
  it.each(['line-ends-crlf.csv', 'line-ends-lf.csv', 'line-ends-cr.csv', 'line-ends-mixed.csv'])(
    'are read with the line endings of %s',
    async (name) => {
      const rows = await rowsOf(name);
      expect(rows.map(({ line }) => line)).toEqual([2, 3]);
      expect(rows.map(({ cells }) => cells.shipping_date)).toEqual(['2026-12-01', '2026-12-01']);
    },
  );

  it('are skipped if empty, but still count in line numbers', async () => {
    const rows = await rowsOf('empty-rows.csv');
    expect(rows.map(({ number, line }) => [number, line])).toEqual([
      [1, 4],
      [2, 8],
    ]);
  });

  it('may have fewer or more cells than the header, with a warning for extra cells', async () => {
    const { summary } = await readFile('ragged.csv');
    expect(summary.warnings).toEqual([
      'Line 2 has more cells than the header. A quotation mark may be missing.',
    ]);
    const rows = await rowsOf('ragged.csv');
    expect(rows[0]?.originalRowData.at(-1)).toBe('left over');
    expect(rows[1]?.cells.shipping_date).toBe('');
    expect(rows.map(({ originalRowData }) => originalRowData.length)).toEqual([28, 28]);
  });
});

describe('the delimiter', () => {
  it.each([
    ['tab.txt', '\t'],
    ['pipe.csv', '|'],
    ['semicolon.csv', ';'],
    ['sep-line.csv', ';'],
  ])('is detected in %s', async (name, delimiter) => {
    const { summary } = await readFile(name);
    expect(summary).toMatchObject({ delimiter, match: { kind: 'template' }, rowCount: 2 });
  });

  it('is the one that yields known headers, even if another character occurs more often', async () => {
    const { summary } = await readFile('header-with-commas.csv');
    expect(summary.delimiter).toBe(';');
    expect(summary.header).toHaveLength(5);
  });

  it('is found in a file of two columns', async () => {
    const { summary } = await readFile('two-columns.csv');
    expect(summary.header).toEqual(['name', 'zip']);
    expect(summary.samples).toEqual([
      ['Daniel Kim', 'Park, Ada'],
      ['02139', '97205'],
    ]);
  });

  it('`;` implies a decimal comma', async () => {
    const rows = await checkedRows('semicolon.csv');
    expect(rows.map(({ values }) => values.package_weight)).toEqual(['1.5', '0.75']);
  });

  it('can come from a sep= line, which counts as a line but not as a row', async () => {
    expect((await rowsOf('sep-line.csv')).map(({ line }) => line)).toEqual([3, 4]);
  });
});

describe('quotes', () => {
  it('may contain delimiters, line breaks and doubled quotes', async () => {
    const [first, second] = await rowsOf('quotes.csv');
    expect(first?.cells).toMatchObject({
      receiver_fullname: 'Daniel "Dan" Kim',
      receiver_company: 'Kim, Sons & Co.',
      receiver_address2: 'Apt 4B\r\nring twice',
    });
    expect(second).toMatchObject({ line: 4, cells: { receiver_company: '5" Pipes' } });
  });

  it('cause an error with their line if they are never closed (CS03)', async () => {
    expect(await problemOf(testBytes('unterminated-quote.csv'))).toBe(
      BULK.parseFailed('a quotation mark on line 4 is never closed'),
    );
  });
});

describe('headers', () => {
  it('match in any order, case and spacing', async () => {
    expect((await readFile('header-case.csv')).summary.match.kind).toBe('template');
    expect((await checkedRows('header-case.csv'))[0]?.problems).toEqual([]);
  });

  it('are dropped if they are empty and last', async () => {
    const { summary } = await readFile('trailing-columns.csv');
    expect(summary.header).toHaveLength(27);
    expect(summary.warnings).toEqual([]);
  });

  it('cause a warning if they repeat, and the first one is used', async () => {
    const { summary } = await readFile('duplicate-headers.csv');
    expect(summary.warnings).toEqual(['“receiver_zipcode” appears more than once. We’ll use the first one.']);
    expect((await rowsOf('duplicate-headers.csv'))[0]?.cells.receiver_zipcode).toBe('02139');
  });

  it('without rows cause a different error than an empty file', async () => {
    expect(await problemOf(testBytes('header-only.csv'))).toBe('The file has a header but no rows');
    expect(await problemOf(testBytes('empty.csv'))).toBe('The file is empty');
    expect(await problemOf(testBytes('blank.csv'))).toBe('The file is empty');
  });

  it('are guessed from other names, including split names and units', async () => {
    const { summary } = await readFile('split-names.csv');
    expect(summary.match).toMatchObject({
      kind: 'guess',
      columns: { receiver_fullname: [0, 1], receiver_zipcode: [9], package_weight: [11], order_ref: [12] },
    });
    const [row] = await rowsOf('split-names.csv');
    expect(row?.cells).toMatchObject({
      receiver_fullname: 'Daniel Kim',
      receiver_email: 'daniel.kim@mail.example',
      receiver_city: 'Cambridge',
      package_weight: '40',
      package_mass_unit: 'oz',
    });
    expect(row?.filled).toEqual(['package_mass_unit']);
  });
});

describe('values changed by spreadsheets', () => {
  const column = async (name: string, at: 'receiver_zipcode' | 'receiver_phone' | 'shipping_date') =>
    (await checkedRows(name)).map(({ values, problems }) => problems[0]?.message ?? values[at]);

  it('restores leading zeros of a ZIP code that fits the state', async () => {
    const rows = await checkedRows('lost-zeros.csv');
    expect(rows.map(({ values }) => values.receiver_zipcode)).toEqual(['02139', '00501', '2139']);
    expect(rows[0]?.repairs).toContainEqual({
      column: 'receiver_zipcode',
      kind: 'zip_zeros',
      from: '2139',
      to: '02139',
    });
  });

  it('reads ZIP+4 and numeric ZIP codes', async () => {
    expect(await column('zip-forms.csv', 'receiver_zipcode')).toEqual(['02139-1234', '02139-1234', '02139']);
  });

  it('unwraps formulas and apostrophes around a ZIP code', async () => {
    expect(await column('formula-zips.csv', 'receiver_zipcode')).toEqual(['02139', '02139']);
  });

  it('repairs phone numbers unless a digit was lost', async () => {
    const found = await column('phones.csv', 'receiver_phone');
    expect(found[0]).toMatch(`${BULK.receiverPhone(PHONE.tenDigits)} Your spreadsheet`);
    expect(found.slice(1)).toEqual([
      '4155551234',
      BULK.receiverPhone(PHONE.countryCode),
      BULK.receiverPhone(PHONE.tenDigits),
      '(415) 555-1234',
    ]);
  });

  it('reads dates in every common form, and ambiguous ones as US dates', async () => {
    expect(await column('dates.csv', 'shipping_date')).toEqual([
      ...Array(5).fill('2026-12-01'),
      '2027-03-04',
      BULK.dateFormat('13/25/2026'),
      BULK.dateFormat('2026-02-30'),
    ]);
  });

  it('keeps digits as text', async () => {
    const [row] = await rowsOf('digits-stay-text.csv');
    expect(row?.cells).toMatchObject({ sender_zipcode: '00501', receiver_phone: '0175550118' });
  });

  it('accepts weights above zero, with a decimal comma only in semicolon files', async () => {
    const rows = await checkedRows('weights.csv');
    expect(rows.map(({ problems, values }) => problems[0]?.message ?? values.package_weight)).toEqual([
      '2.1875',
      '1',
      ...Array(3).fill(BULK.notNumeric('package_weight')),
    ]);
  });

  it('recognizes countries and states by name', async () => {
    expect((await checkedRows('countries.csv')).map(({ values }) => values.receiver_country)).toEqual([
      'US',
      'US',
      'US',
      '',
    ]);
    expect((await checkedRows('states.csv')).map(({ values }) => values.sender_state)).toEqual([
      'TX',
      'TX',
      'TX',
    ]);
  });

  it('keeps both copies of a repeated row', async () => {
    const [first, second] = await rowsOf('same-row-twice.csv');
    expect(second?.cells).toEqual(first?.cells);
  });

  it('keeps formulas as written', async () => {
    const rows = await rowsOf('formulas.csv');
    expect(rows.map(({ cells }) => cells.receiver_company)).toEqual([
      '=HYPERLINK("http://x.example";"x")',
      '+1+1',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      '＝1',
    ]);
  });
});

describe('files that are not tables', () => {
  it.each([
    ['workbook.csv', 'It’s an Excel workbook. Open it, save it as CSV, and choose the CSV file.'],
    ['old-workbook.csv', 'It’s an old Excel workbook. Open it, save it as CSV, and choose the CSV file.'],
    ['archive.csv', 'It’s a compressed file. Extract it and choose the .csv file inside.'],
    ['packed.csv', 'It’s a compressed file. Extract it and choose the .csv file inside.'],
    ['document.csv', 'It’s a PDF document.'],
    ['picture.csv', 'It’s an image.'],
    ['photo.csv', 'It’s an image.'],
    ['page.csv', 'It’s a web page.'],
    ['data.csv', 'It’s a JSON file.'],
    ['bytes.csv', 'It contains no text.'],
  ])('are recognized by their content, such as %s (CS06)', async (name, words) => {
    expect(await problemOf(testBytes(name))).toBe(`This isn’t a .csv file. ${words}`);
  });
});
