import type { Batch } from '@lading/contract/bulk.ts';
import { useState } from 'react';
import { counted } from '../../lib/batch-state.ts';
import { AlertDialog } from '../../ui/dialog.tsx';

export interface DiscardDialogProps {
  /** Null while it is closed. */
  batch: Batch | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: (batch: Batch) => void;
}

export function DiscardDialog({ batch, busy, onClose, onConfirm }: DiscardDialogProps) {
  // While it closes it still says what it was about.
  const [last, setLast] = useState(batch);
  if (batch && batch !== last) setLast(batch);
  const labels = last?.counts.label_generated ?? 0;
  return (
    <AlertDialog
      open={batch !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Discard this upload?"
      confirmLabel="Discard"
      cancelLabel="Keep it"
      destructive
      busy={busy}
      onConfirm={() => batch && onConfirm(batch)}
    >
      <p className="wrap-anywhere">
        {last?.fileName} and its {counted(last?.rowCount ?? 0, 'row')} are removed from this page.{' '}
        {labels > 0
          ? `Its ${counted(labels, 'label')} stay in your shipping history.`
          : 'Nothing has been bought for it.'}
      </p>
    </AlertDialog>
  );
}
