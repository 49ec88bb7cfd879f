import { formatMoney } from '@lading/contract/money.ts';
import { useState } from 'react';
import { newRequestKey } from '../../lib/request-key.ts';
import { usePending } from '../../lib/use-pending.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { payOut, useReload } from './balance-calls.ts';
import { COPY } from './copy.ts';

export function PayOutDialog({ cents, onClose }: { cents: number; onClose: () => void }) {
  const [key] = useState(newRequestKey);
  const { pending, run } = usePending();
  const reload = useReload();
  const confirm = () =>
    run(async () => {
      try {
        const { paidOut } = await payOut(key);
        toast.success(COPY.payOut.done(formatMoney(paidOut)));
        await reload();
        onClose();
      } catch (error) {
        reportFailure(error, COPY.failed);
      }
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={COPY.payOut.title}
      confirmLabel={COPY.payOut.confirm}
      onConfirm={() => void confirm()}
      busy={pending}
    >
      {COPY.payOut.text(formatMoney(cents))}
    </AlertDialog>
  );
}
