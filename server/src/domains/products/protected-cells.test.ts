import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from '../../platform/csv.ts';
import { readCsv } from '../../platform/csv-records.ts';
import { withoutProtection, withProtection } from './protected-cells.ts';

it('an import reads every text as it was before the export', () => {
  const nasty = fc.constantFrom(';', '"', "'", '=', '-', '＠', '\t', '\r', '\n', ',', 'x');
  fc.assert(
    fc.property(fc.string({ unit: nasty }), (text) => {
      const [, record] = readCsv(`a,b\r\n${csvLine(['x', withProtection(text)])}`, ',');
      expect(withoutProtection(record?.cells[1] ?? '')).toBe(text);
    }),
  );
});
