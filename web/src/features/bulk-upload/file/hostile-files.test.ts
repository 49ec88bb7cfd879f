import { BULK_LIMITS, TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { BULK } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { acceptFile } from './accept-file.ts';
import { readRecords } from './read-records.ts';
import { problemOf, readFile, rowsOf, testBytes } from './testdata.fixture.ts';

const HEADER = TEMPLATE_COLUMNS.join(',');
const wide = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');

describe('a file that is too much', { timeout: 30_000 }, () => {
  it('is refused by its size without one byte being read', () => {
    const file = new File([], 'orders.csv');
    Object.defineProperty(file, 'size', { value: 104_857_600 });
    Object.defineProperty(file, 'slice', { value: () => expect.unreachable('the file was read') });
    expect(acceptFile([file])).toEqual({
      problem: BULK.parseFailed('it has 104.9 MB, and 20 MB is the limit. Please split it.'),
    });
  });

  it('may have 10,000 rows and not one more', async () => {
    const row = ',x'.repeat(26);
    expect(await problemOf(`${HEADER}\n${`${row}\n`.repeat(BULK_LIMITS.rows)}`)).toBe(null);
    expect(await problemOf(`${HEADER}\n${`${row}\n`.repeat(BULK_LIMITS.rows + 1)}`)).toBe(
      BULK.parseFailed('more than 10,000 rows, which is the limit. Please split the file.'),
    );
  });

  it('of a million rows is not read beyond the limit', () => {
    const text = `${'x'.repeat(59)}\n`.repeat(1_000_000);
    let read = 0;
    const reason = readRecords(text, { delimiter: ',' }, () => {
      read += 1;
      return read > BULK_LIMITS.rows ? 'enough' : null;
    });
    expect([reason, read]).toEqual(['enough', BULK_LIMITS.rows + 1]);
  });

  it.each([
    ['plain', 'x'.repeat(50_000_000)],
    ['quoted', `"${'x'.repeat(50_000_000)}"`],
    ['doubled quotes', `"${'""'.repeat(20_000_000)}"`],
  ])('because one line has 50 MB (%s) stops with its number', (_, line) => {
    const reason = readRecords(`a,b\n${line}`, { delimiter: ',' }, () => null);
    expect(reason).toBe('a cell in line 2 has no end, perhaps a quote is missing');
  });

  it('because it is all commas stops before they fill the memory', () => {
    const reason = readRecords(','.repeat(50_000_000), { delimiter: ',' }, () => null);
    expect(reason).toBe('line 1 has more than 16384 columns');
  });

  it('may have 200 columns and not one more', async () => {
    expect(await problemOf(`${wide(200)}\n${wide(200)}\n`)).toBe(null);
    expect(await problemOf(`${wide(201)}\n${wide(201)}\n`)).toBe(
      BULK.parseFailed('line 1 has 201 columns, and 200 is the limit.'),
    );
    expect(await problemOf(`${wide(10_000)}\nx\n`)).toBe(
      BULK.parseFailed('line 1 has 10,000 columns, and 200 is the limit.'),
    );
  });

  it('in a cell that is read names cell, line and limit', async () => {
    expect(await problemOf(testBytes('long-name.csv'))).toBe(
      BULK.parseFailed(
        'the cell “receiver_fullname” in line 3 has more than 1,000 characters, which is the limit.',
      ),
    );
  });

  it('in a cell that nobody reads is shortened, and says so', async () => {
    const { summary } = await readFile('long-note.csv');
    expect(summary.warnings).toEqual(['Cells above 1000 characters were shortened in: Note.']);
    expect((await rowsOf('long-note.csv'))[0]?.originalRowData.at(-1)).toHaveLength(1000);
  });
});

describe('hostile headers', () => {
  it('pollute nothing', async () => {
    const [row] = await rowsOf('strange-headers.csv');
    expect(row?.originalRowData.slice(-3)).toEqual(['polluted', 'polluted', 'polluted']);
    expect(Object.keys(row?.cells ?? {}).toSorted()).toEqual(TEMPLATE_COLUMNS.toSorted());
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(row?.cells)).toBe(Object.prototype);
  });

  it('that we do not know at all leave every column open', async () => {
    expect((await readFile('no-columns-of-ours.csv')).summary.match).toEqual({
      kind: 'guess',
      columns: {},
      guessed: [],
    });
  });

  it('that lack required columns are matched as far as they go', async () => {
    const { match } = (await readFile('missing-columns.csv')).summary;
    expect(match).toMatchObject({ kind: 'guess', guessed: [] });
    expect(Object.keys(match.columns)).toHaveLength(25);
  });
});

describe('what is chosen', () => {
  const named = (name: string) => new File(['a,b\n1,2\n'], name);

  it.each(['orders.csv', 'ORDERS.CSV', 'orders.txt', 'orders.tsv', 'orders'])('may be called %s', (name) => {
    const file = named(name);
    expect(acceptFile([file])).toEqual({ file });
  });

  it.each(['orders.xlsx', 'orders.pdf', 'orders.csv.exe'])('may not be called %s', (name) => {
    expect(acceptFile([named(name)])).toEqual({ problem: 'That is not a .csv file' });
  });

  it('is one file', () => {
    expect(acceptFile([named('a.csv'), named('b.csv')])).toEqual({
      problem: 'Please choose one file at a time',
    });
  });

  it('may be unreadable by now', async () => {
    const gone = new File(['a,b'], 'orders.csv');
    const failing = Object.assign(gone, {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
    });
    const { readUpload } = await import('./read-upload.ts');
    expect(await readUpload(failing, { pasted: false })).toEqual({ problem: BULK.readFailed });
  });
});
