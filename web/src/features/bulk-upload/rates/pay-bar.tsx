import type { Batch } from '@lading/contract/bulk.ts';
import { counted } from '@lading/contract/format-count.ts';
import { BULK } from '@lading/contract/messages.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { Copy } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { COPY } from '../copy.ts';
import type { RateTotals } from './rate-rows.ts';
import type { BulkPayment } from './use-bulk-payment.ts';

interface PayBarProps {
  batch: Batch;
  totals: RateTotals;
  /** The number of expired rates. */
  expired: number;
  payment: BulkPayment;
  onBack: () => void;
  onShowDuplicates: () => void;
}

/** The total to pay, always in view. */
export function PayBar({ batch, totals, expired, payment, onBack, onShowDuplicates }: PayBarProps) {
  const { ready, total, saved, duplicates } = totals;
  const fetching = batch.work?.what === 'rates' && !batch.paused;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 bg-canvas px-4 pb-3 md:mx-0 md:px-0">
      <div className="stub border-x border-b border-line bg-surface px-4 py-3">
        {duplicates > 0 && (
          <p className="mb-2 flex flex-wrap items-center gap-x-2 text-small text-warn-fg">
            <Icon of={Copy} className="size-4 shrink-0" />
            {COPY.duplicates.beforePaying(duplicates)}.
            <button
              type="button"
              className="min-h-6 font-semibold underline underline-offset-2 max-md:min-h-11"
              onClick={onShowDuplicates}
            >
              Review before paying
            </button>
          </p>
        )}
        {payment.nothingReady && ready === 0 && (
          <p role="alert" className="mb-2 text-small text-bad-fg">
            {BULK.noneReady}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="num mr-auto">
            <span className="text-text-2">{counted(ready, 'shipment')} · </span>
            <span className="text-strong">{formatMoney(total)}</span>
            {saved > 0 && (
              <span className="text-small text-ok-fg"> · {formatMoney(saved)} saved vs. retail</span>
            )}
          </p>
          <div className="flex flex-wrap gap-3 max-sm:w-full">
            <Button variant="secondary" onClick={onBack}>
              Back
            </Button>
            <Button
              className="max-sm:flex-1"
              disabled={expired > 0 || payment.progress !== null}
              onClick={payment.open}
            >
              Generate {counted(ready, 'label')}
            </Button>
          </div>
        </div>
        {fetching && ready > 0 && <p className="mt-1 text-small text-text-2">{COPY.rates.stillLoading}</p>}
      </div>
    </div>
  );
}
