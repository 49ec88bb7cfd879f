import { BULK_LIMITS, TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { BULK } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { acceptFile } from './accept-file.ts';
import { readRecords } from './read-records.ts';
import { problemOf, readFile, rowsOf, testBytes } from './testdata.fixture.ts';

const HEADER = TEMPLATE_COLUMNS.join(',');
const wide = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');

describe('a file that is too large', { timeout: 30_000 }, () => {
  it('is rejected by its size before it is read (CS01)', () => {
    const file = new File([], 'orders.csv');
    Object.defineProperty(file, 'size', { value: 104_857_600 });
    Object.defineProperty(file, 'slice', { value: () => expect.unreachable('the file was read') });
    expect(acceptFile([file])).toEqual({
      problem: BULK.parseFailed('the file is 104.9 MB, and the limit is 20 MB. Please split it.'),
    });
  });

  it('is rejected beyond 10,000 rows (CS02)', async () => {
    const row = ',x'.repeat(26);
    expect(await problemOf(`${HEADER}\n${`${row}\n`.repeat(BULK_LIMITS.rows)}`)).toBe(null);
    expect(await problemOf(`${HEADER}\n${`${row}\n`.repeat(BULK_LIMITS.rows + 1)}`)).toBe(
      BULK.parseFailed('the file has more rows than the limit of 10,000. Please split it.'),
    );
  });

  it('is not read beyond the limit (CS02)', () => {
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
  ])('is rejected at a line of 50 MB (%s) (CS03)', (_, line) => {
    const reason = readRecords(`a,b\n${line}`, { delimiter: ',' }, () => null);
    expect(reason).toBe('a cell on line 2 never ends. A quotation mark may be missing.');
  });

  it('is rejected before a line of commas fills the memory', () => {
    const reason = readRecords(','.repeat(50_000_000), { delimiter: ',' }, () => null);
    expect(reason).toBe('line 1 has more than 16384 columns');
  });

  it('is rejected beyond 200 columns (CS05)', async () => {
    expect(await problemOf(`${wide(200)}\n${wide(200)}\n`)).toBe(null);
    expect(await problemOf(`${wide(201)}\n${wide(201)}\n`)).toBe(
      BULK.parseFailed('line 1 has 201 columns, and the limit is 200.'),
    );
    expect(await problemOf(`${wide(10_000)}\nx\n`)).toBe(
      BULK.parseFailed('line 1 has 10,000 columns, and the limit is 200.'),
    );
  });

  it('is rejected with the name of a used cell that is too long', async () => {
    expect(await problemOf(testBytes('long-name.csv'))).toBe(
      BULK.parseFailed(
        'the “receiver_fullname” cell on line 3 is longer than the limit of 1,000 characters.',
      ),
    );
  });

  it('is accepted with a warning if only an unused cell is too long', async () => {
    const { summary } = await readFile('long-note.csv');
    expect(summary.warnings).toEqual(['Cells longer than 1,000 characters were shortened in: Note.']);
    expect((await rowsOf('long-note.csv'))[0]?.originalRowData.at(-1)).toHaveLength(1000);
  });
});

describe('hostile headers', () => {
  it('do not pollute prototypes', async () => {
    const [row] = await rowsOf('strange-headers.csv');
    expect(row?.originalRowData.slice(-3)).toEqual(['polluted', 'polluted', 'polluted']);
    expect(Object.keys(row?.cells ?? {}).toSorted()).toEqual(TEMPLATE_COLUMNS.toSorted());
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(row?.cells)).toBe(Object.prototype);
  });

  it('leave every column unmapped if none is known', async () => {
    expect((await readFile('no-columns-of-ours.csv')).summary.match).toEqual({
      kind: 'guess',
      columns: {},
      guessed: [],
    });
  });

  it('are matched even if required columns are missing', async () => {
    const { match } = (await readFile('missing-columns.csv')).summary;
    expect(match).toMatchObject({ kind: 'guess', guessed: [] });
    expect(Object.keys(match.columns)).toHaveLength(25);
  });
});

describe('the chosen file', () => {
  const named = (name: string) => new File(['a,b\n1,2\n'], name);

  it.each(['orders.csv', 'ORDERS.CSV', 'orders.txt', 'orders.tsv', 'orders'])('may be named %s', (name) => {
    const file = named(name);
    expect(acceptFile([file])).toEqual({ file });
  });

  it.each(['orders.xlsx', 'orders.pdf', 'orders.csv.exe'])('must not be named %s', (name) => {
    expect(acceptFile([named(name)])).toEqual({ problem: 'This isn’t a .csv file' });
  });

  it('must be the only one', () => {
    expect(acceptFile([named('a.csv'), named('b.csv')])).toEqual({
      problem: 'Please choose one file at a time',
    });
  });

  it('causes an error if it has become unreadable', async () => {
    const gone = new File(['a,b'], 'orders.csv');
    const failing = Object.assign(gone, {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
    });
    const { readUpload } = await import('./read-upload.ts');
    expect(await readUpload(failing, { pasted: false })).toEqual({ problem: BULK.readFailed });
  });
});
