import { useCallback } from 'react';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { type DocumentsView, readView, writeView } from './documents-view.ts';

/** The filters and the page in the URL. Every change except to another page starts at the first page. */
export function useDocumentsView() {
  const [search, setSearch] = useUrlParameters();
  const change = useCallback(
    (part: Partial<DocumentsView>, replace = false) =>
      setSearch((current) => writeView({ ...readView(current), page: 1, ...part }), { replace }),
    [setSearch],
  );
  return { view: readView(search), change };
}
