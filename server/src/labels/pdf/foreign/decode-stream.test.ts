import { deflateSync, inflateSync } from 'node:zlib';
import { cpuRatio } from '@lading/contract/cpu-growth.fixture.ts';
import { describe, expect, it } from 'vitest';
import { decodeStream } from './decode-stream.ts';
import type { PdfDictionary, PdfValue } from './pdf-value.ts';

const predicted = (content: Uint8Array, columns: number) => ({
  entries: new Map<string, PdfValue>([
    ['/Filter', '/FlateDecode'],
    [
      '/DecodeParms',
      new Map<string, PdfValue>([
        ['/Predictor', '15'],
        ['/Columns', String(columns)],
      ]) as PdfDictionary,
    ],
  ]) as PdfDictionary,
  bytes: deflateSync(content),
});

describe('a stream with a predictor', () => {
  it('is refused before it is decoded if it is larger than any table of objects', () => {
    // 15 MB of Paeth rows, which compress to 15 KB.
    const bomb = predicted(Buffer.alloc(15_000_000, 4), 3);
    const refuse = () => expect(() => decodeStream(bomb, 50_000_000)).toThrow('it is too large');
    // Undoing the predictor would take ten times as long as decompressing.
    expect(cpuRatio(refuse, () => void inflateSync(bomb.bytes))).toBeLessThan(4);
  });

  it('is decoded with each of the five filters', () => {
    const rows = [
      [0, 10, 20, 30],
      [1, 1, 1, 1],
      [2, 1, 1, 1],
      [3, 2, 2, 2],
      [4, 1, 1, 1],
    ];
    expect([...decodeStream(predicted(Buffer.from(rows.flat()), 3), 1_000)]).toEqual([
      10, 20, 30, 1, 2, 3, 2, 3, 4, 3, 5, 6, 4, 6, 7,
    ]);
  });
});
