import type { BulkRow } from '@lading/contract/bulk.ts';
import { BULK } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { Download, RotateCw } from 'lucide-react';
import { memo, type Ref } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Missing } from '../../../ui/missing.tsx';
import { TrackingLink } from '../../../ui/tracking-link.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { useRow } from '../batch/use-batch.ts';
import { costOf, refundText, withoutLabelReason } from './label-rows.ts';
import { LabelStatus } from './label-status.tsx';

export interface LabelRowActions {
  download: (transactionId: string, trackingNumber: string | null) => void;
  retry: (numbers: number[]) => void;
  /** Opens the step where a row without a label can be fixed. */
  fix: (row: BulkRow) => void;
}

interface LabelRowProps extends LabelRowActions {
  store: BatchStore;
  number: number;
  /** Its position in the whole table, including the header. */
  index: number;
  measure?: Ref<HTMLTableRowElement>;
}

const { columns } = BULK;

export const LabelRow = memo(function LabelRow({
  store,
  number,
  index,
  measure,
  download,
  retry,
  fix,
}: LabelRowProps) {
  const row = useRow(store, number);
  if (!row) return null;
  const { transaction } = row;
  const reason = withoutLabelReason(row);
  const cost = costOf(row);
  const refund = refundText(row);
  // biome-ignore-start lint/a11y/noRedundantRoles: the card layout would drop implicit roles.
  return (
    <tr role="row" ref={measure} data-index={index - 2} aria-rowindex={index}>
      <th role="rowheader" scope="row" data-primary="" data-label={columns.shipmentId}>
        <div className="min-w-0">
          <span className="code">{row.id}</span>
          <span className="block truncate text-small font-normal text-text-2 md:max-w-64">
            {row.cells.receiver_fullname}
          </span>
        </div>
      </th>
      <td role="cell" data-label={columns.status}>
        <div className="min-w-0">
          <LabelStatus row={row} />
          {reason && <p className="mt-1 max-w-80 text-small wrap-anywhere text-bad-fg">{reason}</p>}
        </div>
      </td>
      <td role="cell" data-label={columns.tracking}>
        <div className="flex min-w-0 items-center gap-0.5">
          {transaction?.trackingNumber ? (
            <>
              <TrackingLink number={transaction.trackingNumber} url={transaction.trackingUrl} />
              <CopyButton text={transaction.trackingNumber} what="tracking number" compact />
            </>
          ) : (
            <Missing />
          )}
        </div>
      </td>
      <td role="cell" data-label={columns.cost} data-align="right">
        <div className="min-w-0">
          {cost === null ? <Missing /> : formatMoney(centsOf(cost))}
          {refund && <span className="block text-small text-text-2">{refund}</span>}
        </div>
      </td>
      <td role="cell" data-label={columns.action}>
        <div className="min-w-0 md:-my-1">
          <RowAction {...{ row, download, retry, fix }} />
        </div>
      </td>
    </tr>
  );
  // biome-ignore-end lint/a11y/noRedundantRoles: as above
});

function RowAction({ row, download, retry, fix }: LabelRowActions & { row: BulkRow }) {
  const { id, number, status, transaction } = row;
  if (status === 'label_generated' && transaction) {
    return (
      <Button
        variant="secondary"
        size="sm"
        onClick={() => download(transaction.transactionId, transaction.trackingNumber)}
      >
        <Icon of={Download} className="size-4" />
        <span>
          Download<span className="sr-only"> label {id}</span>
        </span>
      </Button>
    );
  }
  if (status === 'label_failed') {
    return (
      <Button variant="secondary" size="sm" onClick={() => retry([number])}>
        <Icon of={RotateCw} className="size-4" />
        <span>
          Try again<span className="sr-only"> {id}</span>
        </span>
      </Button>
    );
  }
  if (!row.paid)
    return (
      <Button variant="secondary" size="sm" onClick={() => fix(row)}>
        <span>
          {status === 'invalid' ? 'Fix row' : 'Go to rates'}
          <span className="sr-only"> {id}</span>
        </span>
      </Button>
    );
  return <Missing />;
}
