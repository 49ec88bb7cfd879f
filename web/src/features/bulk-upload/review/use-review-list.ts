import { useUrlParameters } from '../../../lib/use-url-parameters.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { useFilteredRows } from '../batch/use-batch.ts';
import { filterText, keeps, parseFilter, type ReviewFilter, type ReviewSummary } from './review-summary.ts';

const PARAMETER = 'rows';

interface Options {
  store: BatchStore;
  summary: ReviewSummary;
  narrow: boolean;
  /** The number of the active row, if any. */
  active: number | null;
}

/** The filter from the URL and the rows it shows. */
export function useReviewList({ store, summary, narrow, active }: Options) {
  const [parameters, setParameters] = useUrlParameters();
  const written = parameters.get(PARAMETER);
  // Narrow screens start with the rows that need work.
  const filter: ReviewFilter =
    written === null && narrow && summary.counts.fixing > 0 ? { kind: 'fixing' } : parseFilter(written);
  const group = filter.kind === 'problem' ? summary.groups.find(({ key }) => key === filter.key) : undefined;

  // A fixed row stays in the list until the user leaves it, so that it does not vanish during editing.
  const keep = keeps(filter);
  const activeRow = active === null ? undefined : store.row(active);
  const held = activeRow && !keep(activeRow) ? activeRow.number : null;
  const numbers = useFilteredRows(
    store,
    (row) => keep(row) || row.number === held,
    `${filterText(filter)} ${held}`,
  );

  const setFilter = (next: ReviewFilter) =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set(PARAMETER, filterText(next));
        return changed;
      },
      { replace: true },
    );
  return { filter, setFilter, group, numbers };
}
