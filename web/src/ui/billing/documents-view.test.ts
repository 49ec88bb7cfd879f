import { describe, expect, it } from 'vitest';
import { type DocumentsView, hasFilters, NO_FILTERS, readView, writeView } from './documents-view.ts';

const read = (text: string) => readView(new URLSearchParams(text));

describe('the list of billing documents in the URL', () => {
  it('survives a round trip', () => {
    const view: DocumentsView = {
      page: 3,
      kind: 'credit_note',
      year: '2026',
      clientId: '0198f3c2-7c1e-7aa0-8000-000000000001',
      number: 'INV-2026',
    };
    expect(readView(writeView(view))).toEqual(view);
    expect(hasFilters(view)).toBe(true);
  });

  it.each(['', 'kind=bill', 'year=1999', 'year=2026a', 'clientId=me', 'number=%20', 'page=0'])(
    'falls back to the default for "%s"',
    (text) => {
      expect(read(text)).toEqual({ ...NO_FILTERS, page: 1 });
      expect(writeView(read(text)).toString()).toBe('');
      expect(hasFilters(read(text))).toBe(false);
    },
  );
});
