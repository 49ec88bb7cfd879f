import type { BulkRow } from '@lading/contract/bulk.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { describeChoice } from '@lading/contract/orders/rule-texts.ts';
import type { ServiceChoice } from '@lading/contract/orders/service-choice.ts';
import { CircleAlert, Copy } from 'lucide-react';
import { memo } from 'react';
import { serviceNames, useRuleServices } from '../../../lib/rule-services.ts';
import { statusText } from '../../../lib/status-text.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Label } from '../../../ui/label/label.tsx';
import { arrivalText } from '../../../ui/rates/rate-list.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { useRow } from '../batch/use-batch.ts';
import { COPY } from '../copy.ts';
import { duplicateText } from '../duplicate-text.ts';
import { RateChoices } from './rate-choices.tsx';
import { hasNoRates, mayGetRates, noRatesText, notChosenText } from './rate-rows.ts';
import { destinationText, labelDataOf, parcelText } from './shipment-text.ts';

export interface RateCardProps {
  store: BatchStore;
  number: number;
  open: boolean;
  onToggle: (number: number) => void;
  onRefresh: (numbers: number[]) => void;
}

/** One shipment and its chosen rate. */
export const RateCard = memo(function RateCard({ store, number, open, onToggle, onRefresh }: RateCardProps) {
  const row = useRow(store, number);
  if (!row) return null;
  const name = row.cells.receiver_fullname || row.id;
  const listId = `rates-of-${number}`;
  return (
    <article
      aria-label={`Row ${number}, ${name}`}
      className={cx('rounded-card border bg-surface', open ? 'border-text-2' : 'border-line')}
    >
      <div className="grid min-h-18 items-center gap-x-4 gap-y-1 px-3 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="flex min-w-0 items-center gap-3">
          <div aria-hidden="true" className="w-9 shrink-0">
            <Label data={labelDataOf(row)} size="fill" />
          </div>
          <div className="min-w-0">
            <p className="flex min-w-0 items-baseline gap-2">
              <span className="truncate text-strong">{name}</span>
              <span className="num shrink-0 text-micro text-text-2">
                Row {number} · {statusText(row.status)}
              </span>
            </p>
            <p className="num truncate text-small text-text-2">
              {destinationText(row.cells)}
              <span className="max-lg:hidden"> · {parcelText(row.cells)}</span>
            </p>
            <p className="num truncate text-small text-text-2 lg:hidden">{parcelText(row.cells)}</p>
            {row.duplicate && (
              <p className="mt-0.5 flex items-center gap-1 text-small font-medium text-warn-fg">
                <Icon of={Copy} className="size-3.5 shrink-0" />
                {duplicateText(row.duplicate)}
              </p>
            )}
          </div>
        </div>
        <Offer
          row={row}
          name={name}
          listId={listId}
          open={open}
          onToggle={() => onToggle(number)}
          onRefresh={() => onRefresh([number])}
        />
      </div>
      {open && (
        <div id={listId} className="border-t border-line">
          <RateChoices store={store} row={row} />
        </div>
      )}
    </article>
  );
});

interface OfferProps {
  row: BulkRow;
  name: string;
  listId: string;
  open: boolean;
  onToggle: () => void;
  onRefresh: () => void;
}

function Offer({ row, name, listId, open, onToggle, onRefresh }: OfferProps) {
  if (row.work === 'rates') {
    return (
      <div className="grid gap-1.5">
        <span className="sr-only">Waiting for rates</span>
        <Skeleton className="h-4 w-48 max-w-full" />
        <Skeleton className="h-3 w-32" />
      </div>
    );
  }
  if (hasNoRates(row)) {
    return (
      <div className="flex min-w-0 items-center justify-between gap-3">
        <p className="flex min-w-0 items-start gap-1.5 text-small text-bad-fg">
          <Icon of={CircleAlert} className="mt-px size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{noRatesText(row)}</span>
        </p>
        {mayGetRates(row) && (
          <Button variant="secondary" size="sm" className="shrink-0" onClick={onRefresh}>
            Try again<span className="sr-only"> for {name}</span>
          </Button>
        )}
      </div>
    );
  }
  const { rate } = row;
  return (
    <div className="flex min-w-0 items-center gap-3">
      {rate ? (
        <>
          <div className="min-w-0 flex-1">
            <p className="flex min-w-0 items-center gap-2">
              <span className="shrink-0 rounded-badge border border-line-strong px-1.5 text-micro">
                {rate.carrier}
              </span>
              <span className="truncate">{rate.serviceName}</span>
            </p>
            <p className="num truncate text-small text-text-2">{arrivalText(rate)}</p>
          </div>
          <p className="num shrink-0 text-strong">{formatMoney(centsOf(rate.amount))}</p>
        </>
      ) : (
        <div className="min-w-0 flex-1 text-small">
          <p className="text-warn-fg">{notChosenText(row)}</p>
          {row.wish && <Wish choice={row.wish.choice} />}
        </div>
      )}
      <Button
        variant="secondary"
        size="sm"
        className="shrink-0"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={onToggle}
      >
        {open ? 'Close' : rate ? 'Change' : 'Choose'}
        <span className="sr-only">
          {open ? ' rates' : ' the rate'} for {name}
        </span>
      </Button>
    </div>
  );
}

/** The service that the order or its rules ask for. */
function Wish({ choice }: { choice: ServiceChoice }) {
  const nameOf = serviceNames(useRuleServices());
  return <p className="text-text-2 wrap-anywhere">{COPY.rates.wished(describeChoice(choice, nameOf))}</p>;
}
