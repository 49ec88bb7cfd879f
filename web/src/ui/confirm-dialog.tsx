import { type ReactNode, useState } from 'react';
import { reasonOf } from '../lib/api-error.ts';
import { usePending } from '../lib/use-pending.ts';
import { AlertDialog } from './dialog.tsx';
import { InlineAlert } from './inline-alert.tsx';
import { reportError } from './report-error.ts';
import { toast } from './toast/toast.ts';

interface ConfirmDialogProps {
  title: string;
  confirmLabel: string;
  destructive?: boolean;
  /** Names the person or thing. */
  who: ReactNode;
  act: () => Promise<unknown>;
  done: string;
  /** The toast after a failure. By default, its reason. */
  failed?: string;
  onClose: () => void;
  children: ReactNode;
}

/** Stays open and shows the reason if the server refuses. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirmLabel, destructive = false, who, act, done, failed, onClose, children } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const { pending, run } = usePending();
  const confirm = () =>
    run(async () => {
      setProblem(null);
      try {
        await act();
        toast.success(done);
        onClose();
      } catch (error) {
        if (reportError(error, failed)) setProblem(reasonOf(error));
      }
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      confirmLabel={confirmLabel}
      destructive={destructive}
      busy={pending}
      onConfirm={() => void confirm()}
    >
      <div className="grid gap-3">
        <p className="wrap-anywhere">{who}</p>
        <p>{children}</p>
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
      </div>
    </AlertDialog>
  );
}
