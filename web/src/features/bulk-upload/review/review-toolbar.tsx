import type { Batch, BulkRow } from '@lading/contract/bulk.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { Download } from 'lucide-react';
import type { Ref } from 'react';
import { saveFile } from '../../../lib/download-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { rowsOf } from '../batch-selectors.ts';
import { rejectedFile, rejectedName } from './rejected-rows.ts';
import { keeps, type ReviewFilter, type ReviewSummary } from './review-summary.ts';

interface ReviewToolbarProps {
  batch: Batch;
  store: BatchStore;
  summary: ReviewSummary;
  filter: ReviewFilter;
  onFilter: (filter: ReviewFilter) => void;
  headingRef: Ref<HTMLHeadingElement>;
}

const SEGMENTS = [
  { value: 'all', label: 'All' },
  { value: 'fixing', label: 'Needs fixing' },
  { value: 'ready', label: 'Ready' },
] as const;

const isRejected = keeps({ kind: 'fixing' });

/** A single problem counts as “Needs fixing”; duplicates match none of the three segments. */
const segmentOf = ({ kind }: ReviewFilter) => (kind === 'problem' ? 'fixing' : kind);

export function ReviewToolbar(props: ReviewToolbarProps) {
  const {
    batch,
    store,
    summary: { counts },
    filter,
    onFilter,
    headingRef,
  } = props;
  const download = () => {
    const rows: BulkRow[] = [...rowsOf(store)].filter(isRejected);
    saveFile(rejectedFile(batch, rows), rejectedName(batch.fileName));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <h2 ref={headingRef} tabIndex={-1} className="num text-h3 mr-auto">
        {formatCount(counts.ready)} ready
        {counts.checking > 0 && ` · ${formatCount(counts.checking)} being checked`}
        {` · ${formatCount(counts.fixing)} ${counts.fixing === 1 ? 'needs' : 'need'} fixing`}
        {counts.removed > 0 && (
          <span className="text-body text-text-2"> · {formatCount(counts.removed)} removed</span>
        )}
      </h2>
      {counts.fixing > 0 && (
        <Button variant="ghost" size="sm" onClick={download}>
          <Icon of={Download} className="size-4" />
          Download rows that need fixing
        </Button>
      )}
      <Segmented<ReviewFilter['kind']>
        legend="Rows"
        value={segmentOf(filter)}
        onChange={(kind) => {
          if (kind !== 'problem') onFilter({ kind });
        }}
        options={SEGMENTS}
        className="max-sm:w-full"
      />
    </div>
  );
}
