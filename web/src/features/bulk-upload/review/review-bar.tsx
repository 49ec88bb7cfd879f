import { counted, formatCount } from '@lading/contract/format-count.ts';
import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import { usePending } from '../../../lib/use-pending.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { COPY } from '../copy.ts';
import type { ReviewSummary } from './review-summary.ts';
import { useStoreValue } from './use-summary.ts';

interface ReviewBarProps {
  store: BatchStore;
  summary: ReviewSummary;
  /** The last action. */
  note: string | null;
  onUndo: () => void;
  onGetRates: () => void;
  onDiscard: () => void;
}

/** Why the batch cannot continue yet, or null. */
function obstacle({ counts, unpriced }: ReviewSummary): string | null {
  if (counts.checking > 0) return COPY.review.stillChecking(counts.checking);
  if (unpriced + counts.ready > 0) return null;
  return counts.fixing > 0 ? COPY.review.fixOne : COPY.review.nothingLeft;
}

export function ReviewBar({ store, summary, note, onUndo, onGetRates, onDiscard }: ReviewBarProps) {
  const unsaved = useStoreValue(store, readUnsaved);
  const canUndo = useStoreValue(store, readCanUndo);
  const { pending, run } = usePending();
  const reasonId = useId();
  const { counts, total, unpriced } = summary;
  const continuing = counts.ready + counts.checking + counts.done;
  const reason = obstacle(summary);

  /** The server uses the saved rows for rates, so the latest edits are sent first. */
  const getRates = () =>
    run(async () => {
      if (await store.flush()) onGetRates();
      else toast.error(COPY.review.notSavedYet);
    });
  return (
    <section
      aria-label="Continue"
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t-2 border-text bg-surface px-4 py-3 md:mx-0"
    >
      <div className="mr-auto min-w-0">
        <p className="num text-strong">
          {formatCount(continuing)} of {counted(total, 'row')} will continue
        </p>
        <p id={reasonId} className="num text-small text-text-2">
          {reason ?? (unsaved > 0 ? COPY.review.saving : COPY.review.saved)}
        </p>
      </div>
      {(note !== null || canUndo) && (
        <div className="flex min-w-0 items-center gap-1 max-sm:w-full max-sm:justify-between">
          <span className="truncate text-small text-text-2">{note}</span>
          {canUndo && (
            <Button variant="ghost" onClick={onUndo}>
              <Icon of={Undo2} className="size-4" />
              Undo
            </Button>
          )}
        </div>
      )}
      <Button variant="ghost" onClick={onDiscard}>
        Discard upload
      </Button>
      <Button
        className="max-sm:w-full"
        disabled={reason !== null}
        aria-describedby={reasonId}
        loading={pending}
        onClick={() => void getRates()}
      >
        {unpriced > 0 || counts.ready === 0
          ? `Get rates for ${counted(unpriced, 'shipment')}`
          : `Continue with ${counted(counts.ready, 'shipment')}`}
      </Button>
    </section>
  );
}

const readCanUndo = (store: BatchStore) => store.canUndo();
const readUnsaved = (store: BatchStore) => store.unsaved();
