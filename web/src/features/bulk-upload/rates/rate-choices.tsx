import type { BulkRow } from '@lading/contract/bulk.ts';
import { BULK } from '@lading/contract/messages.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../../lib/api-error.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { reasonTexts } from '../../../ui/rates/carrier-messages.ts';
import { RateRow } from '../../../ui/rates/rate-row.tsx';
import { reportError } from '../../../ui/report-error.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../../ui/use-delayed-flag.ts';
import { rowDetail } from '../batch/batch-calls.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { COPY } from '../copy.ts';
import { chosenByHand } from './rate-rows.ts';

/** Every rate of one shipment, loaded on demand: a batch of thousands does not include them. */
export function RateChoices({ store, row }: { store: BatchStore; row: BulkRow }) {
  const detail = useQuery({
    queryKey: ['batch-row', store.id, row.number, row.rateCount, row.rate?.expiresAt],
    queryFn: () => rowDetail(store.id, row.number),
  });
  const waiting = useDelayedFlag(detail.isPending);
  // The store updates with the next frame; until then the radio button would jump back.
  const [picked, setPicked] = useState<{ id: string; over: string | null } | null>(null);
  const selected = picked && picked.over === row.selectedRateId ? picked.id : row.selectedRateId;
  const choose = (rate: Rate) => {
    setPicked({ id: rate.objectId, over: row.selectedRateId });
    store
      .choose([{ number: row.number, rateId: rate.objectId, rate: chosenByHand(rate) }])
      .catch((error: unknown) => {
        setPicked(null);
        reportError(error);
      });
  };

  if (detail.isError) {
    return (
      <div className="p-3">
        <ErrorPanel
          message={COPY.rates.loadFailed}
          reason={reasonOf(detail.error)}
          onRetry={() => void detail.refetch()}
        />
      </div>
    );
  }
  if (!detail.data) {
    return (
      <div role="status" className="grid min-h-48 content-start gap-3 p-4">
        <span className="sr-only">Loading rates</span>
        {waiting && ['a', 'b', 'c'].map((key) => <Skeleton key={key} className="h-10" />)}
      </div>
    );
  }
  const { rates, messages } = detail.data;
  return (
    <>
      {rates.length === 0 ? (
        <p className="p-4 text-text-2">{BULK.noRatesForShipment}</p>
      ) : (
        <fieldset className="divide-y divide-line">
          <legend className="sr-only">Rates for {row.cells.receiver_fullname || row.id}</legend>
          {rates.map((rate) => (
            <RateRow
              key={rate.objectId}
              rate={rate}
              name={`rate-${row.number}`}
              shortcut={null}
              checked={rate.objectId === selected}
              onPick={() => choose(rate)}
            />
          ))}
        </fieldset>
      )}
      {messages.length > 0 && (
        <ul className="grid gap-1 border-t border-line bg-surface-2 px-4 py-3 text-small text-text-2">
          {reasonTexts(messages).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
