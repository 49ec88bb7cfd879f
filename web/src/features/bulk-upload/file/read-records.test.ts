import type { TextRecord } from '@lading/contract/read-records.ts';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readRecords } from './read-records.ts';

function read(text: string, delimiter = ','): { records: TextRecord[]; reason: string | null } {
  const records: TextRecord[] = [];
  const reason = readRecords(text, { delimiter }, (record) => {
    records.push(record);
    return null;
  });
  return { records, reason };
}
const cellsOf = (text: string, delimiter = ',') => read(text, delimiter).records.map(({ cells }) => cells);

/** The same sequence on every run. */
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PIECES = [
  'a',
  'é',
  '02139',
  ' ',
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '=1+1',
  '日本',
  '🙂',
  '',
];

/** The last row is never empty, because an empty last line looks like none. */
function randomTable(next: (below: number) => number): string[][] {
  const width = 1 + next(5);
  const cell = () => Array.from({ length: next(5) }, () => PIECES[next(PIECES.length)] ?? '').join('');
  const rows = Array.from({ length: next(6) }, () => Array.from({ length: width }, cell));
  return [...rows, Array<string>(width).fill('end')];
}

describe('records', { timeout: 30_000 }, () => {
  it('match what another CSV library writes and reads, for 2,000 random tables', () => {
    const next = randomNumbers(7);
    for (let round = 0; round < 2000; round += 1) {
      const table = randomTable(next);
      const delimiter = [',', ';', '\t', '|'][next(4)] ?? ',';
      const newline = (['\r\n', '\n', '\r'] as const)[next(3)] ?? '\n';
      const text = Papa.unparse(table, { delimiter, newline, quotes: next(2) === 0 });
      expect(cellsOf(text, delimiter)).toEqual(table);
      expect(Papa.parse(text, { delimiter, newline }).data).toEqual(table);
    }
  });

  it('know their first line, even after line breaks inside cells', () => {
    const { records } = read('a,b\r\n"one\r\ntwo\nthree",x\rlast,y');
    expect(records.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('keep a quote inside a plain cell and text after a closing quote', () => {
    expect(cellsOf('5" pipe,"a"b,"c" ,d')).toEqual([['5" pipe', 'ab', 'c', 'd']]);
  });

  it('stop on request', () => {
    const seen: number[] = [];
    const reason = readRecords('a\nb\nc', { delimiter: ',' }, ({ line }) => {
      seen.push(line);
      return line === 2 ? 'enough' : null;
    });
    expect([reason, seen]).toEqual(['enough', [1, 2]]);
  });
});
