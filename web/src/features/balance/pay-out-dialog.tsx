import type { ErrorCode } from '@lading/contract/errors.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { newRequestKey } from '../../lib/request-key.ts';
import { usePending } from '../../lib/use-pending.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { payOut, useReload } from './balance-calls.ts';
import { COPY } from './copy.ts';

const TOO_MUCH: readonly (string | null)[] = ['PAYOUT_TOO_LARGE', 'NOTHING_TO_PAY_OUT'] satisfies ErrorCode[];

/** Pays out the amount that it shows, even if the balance changes. */
export function PayOutDialog({ payable, onClose }: { payable: number; onClose: () => void }) {
  const [key] = useState(newRequestKey);
  const [cents] = useState(payable);
  const { pending, run } = usePending();
  const reload = useReload();
  const confirm = () =>
    run(async () => {
      try {
        const { paidOut } = await payOut(key, cents);
        toast.success(COPY.payOut.done(formatMoney(paidOut)));
        await reload();
        onClose();
      } catch (error) {
        reportFailure(error, COPY.failed);
        if (!(error instanceof ApiError && TOO_MUCH.includes(error.code))) return;
        await reload();
        onClose();
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
