import type { Batch, BulkRow } from '@lading/contract/bulk.ts';
import { HISTORY } from '@lading/contract/messages.ts';
import { useCallback } from 'react';
import { downloadLabel, rememberedPaper } from '../../../lib/label-file.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { reportError } from '../../../ui/report-error.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { retry } from '../batch/batch-calls.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { useFilteredRows } from '../batch/use-batch.ts';
import { rowsOf, useFigures } from '../batch-selectors.ts';
import { COPY } from '../copy.ts';
import { hasNoRates } from '../rates/rate-rows.ts';
import { StepHeading } from '../step-heading.tsx';
import { FinishPanel } from './finish-panel.tsx';
import { countLabels, isInSummary } from './label-rows.ts';
import { LabelsTable } from './labels-table.tsx';
import { RunPanel } from './run-panel.tsx';

interface SummaryStepProps {
  store: BatchStore;
  batch: Batch;
  arrived: boolean;
  onRates: () => void;
  onRows: () => void;
  onAnother: () => void;
}

async function download(id: string, trackingNumber: string | null) {
  try {
    await downloadLabel({ id, trackingNumber }, 'pdf', rememberedPaper());
    toast.success(HISTORY.downloadStarted);
  } catch (error) {
    reportError(error, HISTORY.downloadFailed);
  }
}

export function SummaryStep(props: SummaryStepProps) {
  const { store, batch, arrived, onRates, onRows, onAnother } = props;
  const numbers = useFilteredRows(store, isInSummary, 'summary');
  const fix = useCallback(
    (row: BulkRow) => (row.status === 'invalid' && !hasNoRates(row) ? onRows() : onRates()),
    [onRows, onRates],
  );
  const figures = useFigures(store, countLabels);
  const running = batch.work?.what === 'labels';

  /** Failed rows were refunded, so they start again with new rates. */
  const tryAgain = useCallback(
    (failed: number[]) => {
      retry(store.id, failed).then(onRates, reportError);
    },
    [store, onRates],
  );
  const retryAll = () =>
    tryAgain(
      [...rowsOf(store)]
        .filter((row) => isInSummary(row) && row.status === 'label_failed')
        .map(({ number }) => number),
    );

  return (
    <section>
      <StepHeading number={3} title="Labels" arrived={arrived} />
      <div className="mt-5 grid gap-6">
        {running && batch.work ? (
          <RunPanel batch={batch} work={batch.work} figures={figures} />
        ) : (
          <FinishPanel
            batch={batch}
            figures={figures}
            onRetryAll={retryAll}
            onRates={onRates}
            onAnother={onAnother}
          />
        )}
        {numbers.length === 0 ? (
          <EmptyState title={COPY.labels.none}>{COPY.labels.nonePaid}</EmptyState>
        ) : (
          <LabelsTable store={store} numbers={numbers} {...{ download, fix }} retry={tryAgain} />
        )}
      </div>
    </section>
  );
}
