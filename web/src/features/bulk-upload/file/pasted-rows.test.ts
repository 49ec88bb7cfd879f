import { describe, expect, it } from 'vitest';
import { readFile } from './testdata.fixture.ts';

describe('rows copied from a spreadsheet', () => {
  it('use the order of the template if they have no header but as many columns', async () => {
    const { summary, prepare } = await readFile('pasted-without-header.txt', true);
    expect(summary).toMatchObject({ match: { kind: 'template' }, rowCount: 2 });
    const [row] = prepare(summary.match.columns, []);
    expect(row).toMatchObject({
      line: 1,
      cells: { receiver_fullname: 'Daniel Kim', shipping_date: '2026-12-01' },
    });
  });

  it('must be mapped if they have no header and a different number of columns', async () => {
    const { summary } = await readFile('pasted-some-columns.txt', true);
    expect(summary).toMatchObject({ match: { kind: 'guess', columns: {} }, rowCount: 2 });
    expect(summary.header).toEqual(['Column 1', 'Column 2', 'Column 3', 'Column 4', 'Column 5']);
  });

  it('are read like a file if they have a header', async () => {
    const { summary } = await readFile('tab.txt', true);
    expect(summary).toMatchObject({ match: { kind: 'template' }, rowCount: 2 });
  });
});
