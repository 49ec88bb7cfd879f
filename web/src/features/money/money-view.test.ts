import { describe, expect, it } from 'vitest';
import { type MoneyView, readView, rowsQuery, writeView } from './money-view.ts';

const read = (text: string) => readView(new URLSearchParams(text));
const ID = '0198f3c2-7c1e-7aa0-8000-000000000001';
const ROWS = { figure: 'refunds', day: '', clientId: '', carrier: '', service: '', page: 1 } as const;

describe('the view of the Money page in the URL', () => {
  it('survives a round trip', () => {
    const views: MoneyView[] = [
      { period: 'yesterday', by: 'client', rows: null },
      { period: { startDate: '2026-11-01', endDate: '2026-11-14' }, by: 'day', rows: ROWS },
      { period: '7d', by: 'client', rows: { ...ROWS, clientId: ID, page: 3 } },
      { period: '30d', by: 'service', rows: { ...ROWS, carrier: 'UPS', service: 'ups_ground' } },
      { period: '30d', by: 'day', rows: { ...ROWS, day: '2026-11-14' } },
      { period: '30d', by: 'client', rows: { ...ROWS, clientId: 'none' } },
    ];
    for (const view of views) expect(readView(writeView(view))).toEqual(view);
  });

  it.each(['', 'by=hour', 'period=12d', 'figure=luck', 'from=2026-02-02&to=2026-02-01', 'page=3'])(
    'falls back to the default for "%s"',
    (text) => {
      expect(read(text)).toEqual({ period: '30d', by: 'day', rows: null });
      expect(writeView(read(text)).toString()).toBe('');
    },
  );

  it('ignores groups that the server would refuse', () => {
    expect(read(`figure=refunds&client=${ID}&carrier=UPS`).rows).toEqual({ ...ROWS, carrier: 'UPS' });
    expect(read('figure=refunds&service=ups_ground&client=me&day=2026-02-30&page=0').rows).toEqual(ROWS);
  });

  it('asks for the rows of a day alone, or of the period', () => {
    expect(rowsQuery('7d', { ...ROWS, day: '2026-11-14' })).toEqual({
      startDate: '2026-11-14',
      endDate: '2026-11-14',
      figure: 'refunds',
    });
    expect(rowsQuery('7d', { ...ROWS, clientId: 'none' })).toEqual({
      period: '7d',
      figure: 'refunds',
      clientId: 'none',
    });
  });
});
