import { type CustomsQuestion, customsQuestions } from '@lading/contract/bulk/customs-questions.ts';
import { type ProblemGroup, problemGroups } from '@lading/contract/bulk/problem-groups.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import { usesAdded } from './grid-columns.ts';
import { groupKey } from './group-fixes.ts';

type ReviewState = 'ready' | 'fixing' | 'checking' | 'removed' | 'done';

export function stateOf(row: BulkRow): ReviewState {
  if (row.removed) return 'removed';
  if (row.paid || row.status === 'label_generated') return 'done';
  if (row.status === 'invalid') return 'fixing';
  return row.work === 'addresses' ? 'checking' : 'ready';
}

export interface ReviewSummary {
  total: number;
  counts: Readonly<Record<ReviewState, number>>;
  /** Ready rows that have no rates yet. */
  unpriced: number;
  groups: readonly ProblemGroup[];
  /** The numbers of possible duplicates. */
  duplicates: readonly number[];
  /** One per SKU with missing customs data. */
  questions: readonly CustomsQuestion[];
  /** Whether any row has customs data or extras, or lacks them. */
  usesAdded: boolean;
}

export function summarize(rows: readonly BulkRow[], decimalComma = false): ReviewSummary {
  const counts = { ready: 0, fixing: 0, checking: 0, removed: 0, done: 0 };
  const fixing: BulkRow[] = [];
  const duplicates: number[] = [];
  let unpriced = 0;
  for (const row of rows) {
    const state = stateOf(row);
    counts[state] += 1;
    if (state === 'fixing') fixing.push(row);
    if (state === 'ready' && row.status === 'pending') unpriced += 1;
    if (row.duplicate && state !== 'removed' && state !== 'done') duplicates.push(row.number);
  }
  return {
    total: rows.length,
    counts,
    unpriced,
    groups: problemGroups(fixing),
    duplicates,
    questions: customsQuestions(fixing, decimalComma),
    usesAdded: rows.some(usesAdded),
  };
}

/** Which rows the grid shows. */
export type ReviewFilter =
  | { kind: 'all' }
  | { kind: 'fixing' }
  | { kind: 'ready' }
  | { kind: 'duplicates' }
  | { kind: 'problem'; key: string };

export function parseFilter(text: string | null): ReviewFilter {
  if (text === 'fixing' || text === 'ready' || text === 'duplicates') return { kind: text };
  return text?.includes(':') ? { kind: 'problem', key: text } : { kind: 'all' };
}

export const filterText = (filter: ReviewFilter): string =>
  filter.kind === 'problem' ? filter.key : filter.kind;

export function keeps(filter: ReviewFilter): (row: BulkRow) => boolean {
  switch (filter.kind) {
    case 'all':
      return () => true;
    case 'fixing':
      return (row) => stateOf(row) === 'fixing';
    case 'ready':
      return (row) => ['ready', 'checking', 'done'].includes(stateOf(row));
    case 'duplicates':
      return (row) => row.duplicate !== null && !row.removed;
    case 'problem':
      return (row) =>
        stateOf(row) === 'fixing' && row.problems.some((problem) => groupKey(problem) === filter.key);
  }
}
