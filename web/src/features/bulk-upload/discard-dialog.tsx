import type { Batch } from '@lading/contract/bulk.ts';
import { useState } from 'react';
import { AlertDialog } from '../../ui/dialog.tsx';
import { COPY } from './copy.ts';

interface DiscardDialogProps {
  /** Null while the dialog is closed. */
  batch: Batch | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: (batch: Batch) => void;
}

export function DiscardDialog({ batch, busy, onClose, onConfirm }: DiscardDialogProps) {
  // Keeps the text while the dialog closes.
  const [last, setLast] = useState(batch);
  if (batch && batch !== last) setLast(batch);
  const labels = last?.counts.label_generated ?? 0;
  return (
    <AlertDialog
      open={batch !== null}
      onOpenChange={(open) => !open && onClose()}
      title={COPY.upload.discardTitle}
      confirmLabel="Discard"
      cancelLabel="Keep it"
      destructive
      busy={busy}
      onConfirm={() => batch && onConfirm(batch)}
    >
      <p className="wrap-anywhere">
        {last?.fileName} {COPY.upload.discardBody(last?.rowCount ?? 0, labels)}
      </p>
    </AlertDialog>
  );
}
