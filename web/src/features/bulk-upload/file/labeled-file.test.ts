import { BULK_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { labeledCsv, makeLabeledRows } from '@lading/contract/bulk/labeled-rows.fixture.ts';
import { expect, it } from 'vitest';
import { readBytes, TODAY } from './testdata.fixture.ts';

it('reads every cell of 10,000 rows exactly as written, including 500 errors', {
  timeout: 30_000,
}, async () => {
  const rows = makeLabeledRows({ seed: 5, rows: 10_000, faults: 500, repairs: 500, today: TODAY });
  const started = performance.now();
  const upload = await readBytes(labeledCsv(BULK_COLUMNS, rows));
  if ('problem' in upload) expect.unreachable(upload.problem);
  const prepared = upload.prepare(upload.summary.match.columns, []);
  console.log(`10,000 rows read and prepared in ${Math.round(performance.now() - started)} ms`);
  expect(upload.summary).toMatchObject({ match: { kind: 'template' }, warnings: [], shipmentCount: 10_000 });
  const differing = prepared.filter(({ number, cells }) => {
    const written = rows[number - 1]?.cells;
    return BULK_COLUMNS.some((column) => (cells[column] ?? '') !== (written?.[column] ?? ''));
  });
  expect(differing).toEqual([]);
});
