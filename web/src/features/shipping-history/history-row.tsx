import { HISTORY } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import type { HistoryItem } from '@lading/contract/shipments.ts';
import { Download } from 'lucide-react';
import type { MouseEvent } from 'react';
import { statusText } from '../../lib/status-text.ts';
import { currentDetail } from '../../lib/tracking-detail.ts';
import { useOperatorTime } from '../../lib/use-operator-time.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Missing } from '../../ui/missing.tsx';
import { TrackingLink } from '../../ui/tracking-link.tsx';
import { handleRowArrows, ROW_FOCUS } from '../../ui/use-row-cursor.ts';
import { COPY } from './copy.ts';
import { deliveryText, formatHistoryDay, mayHaveLabel, placeText, shipmentName } from './history-text.ts';
import { ShipmentStatus } from './shipment-status.tsx';

export interface RowActions {
  open: (row: HistoryItem) => void;
  download: (row: HistoryItem) => void;
}

const { columns } = HISTORY;

/** On narrow screens two short cells share a line of the card, each below its header. */
const CELL = 'max-md:grid-cols-1! max-md:gap-0! max-md:content-start';

interface HistoryRowProps {
  row: HistoryItem;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  actions: RowActions;
}

export function HistoryRow({ row, selected, onSelect, actions }: HistoryRowProps) {
  /** A click anywhere opens the row, except on a control or after selecting text. */
  const handleClick = (event: MouseEvent) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button, label, input');
    if (!onControl && window.getSelection()?.isCollapsed !== false) actions.open(row);
  };
  const name = shipmentName(row);
  const detail = currentDetail(row.status, row.trackingDetail);
  // biome-ignore-start lint/a11y/noRedundantRoles: the card layout would drop implicit roles.
  return (
    <tr
      role="row"
      data-shipment-row={row.shipment_id}
      onClick={handleClick}
      className="relative cursor-pointer has-checked:bg-primary-soft! has-focus-visible:bg-surface-2 max-md:grid! max-md:grid-cols-2 max-md:gap-x-4"
    >
      <td
        role="cell"
        className="max-md:absolute max-md:top-1 max-md:right-4 max-md:grid-cols-1! max-md:before:hidden"
      >
        <Checkbox
          label={<span className="sr-only">Select label {name}</span>}
          name="select"
          checked={selected}
          disabled={row.labelPath === null}
          onChange={onSelect}
        />
      </td>
      <td role="cell" className={CELL} data-label={columns.created}>
        <DetailsButton row={row} name={name} onOpen={() => actions.open(row)} />
      </td>
      <th
        role="rowheader"
        scope="row"
        data-primary=""
        data-label={columns.tracking}
        className={cx(CELL, 'max-md:order-first max-md:col-span-2')}
      >
        <Tracking row={row} />
      </th>
      <td role="cell" className={CELL} data-label={columns.source}>
        <span className="min-[100rem]:whitespace-nowrap">{placeText(row.sender) || <Missing />}</span>
      </td>
      <td role="cell" className={CELL} data-label={columns.destination}>
        <span className="block">{placeText(row.recipient) || <Missing />}</span>
        <span
          title={row.recipient.name}
          className="line-clamp-2 text-small text-text-2 wrap-anywhere md:min-w-24"
        >
          {row.recipient.name}
        </span>
      </td>
      <td role="cell" className={CELL} data-label={columns.shipping}>
        <Day day={formatHistoryDay(row.shipping_date)} />
      </td>
      <td role="cell" className={CELL} data-label={columns.delivery}>
        <Day day={deliveryText(row)} />
      </td>
      <td role="cell" className={CELL} data-label={columns.status}>
        <ShipmentStatus status={row.status} />
        {detail && <span className="block text-small text-text-2">{detail}</span>}
      </td>
      <td role="cell" className={CELL} data-label={columns.cost} data-align="right">
        {formatMoney(centsOf(row.cost))}
      </td>
      <td role="cell" className={CELL} data-label={columns.label}>
        <LabelCell row={row} name={name} onDownload={() => actions.download(row)} />
      </td>
    </tr>
  );
  // biome-ignore-end lint/a11y/noRedundantRoles: as above
}

function DetailsButton({ row, name, onOpen }: { row: HistoryItem; name: string; onOpen: () => void }) {
  const time = useOperatorTime();
  return (
    <button
      {...ROW_FOCUS}
      type="button"
      title={time.exact(row.created_at) ?? undefined}
      onClick={onOpen}
      onKeyDown={handleRowArrows}
      className="num -my-0.5 min-h-6 text-left whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {time.date(row.created_at) ?? 'Details'}
      <span className="sr-only">, details of shipment {name}</span>
    </button>
  );
}

function Tracking({ row }: { row: HistoryItem }) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-0.5">
        {row.tracking_number === null ? (
          <Missing />
        ) : (
          <>
            <TrackingLink number={row.tracking_number} url={row.trackingUrl} />
            <CopyButton text={row.tracking_number} what="tracking number" compact />
          </>
        )}
      </span>
      <span className="block text-small font-normal text-text-2 min-[100rem]:whitespace-nowrap">
        {row.carrier} {row.serviceName}
      </span>
    </>
  );
}

function Day({ day }: { day: string | null }) {
  if (day === null) return <Missing />;
  const [, expected = '', date = ''] = /^(Expected )?(.+)$/.exec(day) ?? [];
  return (
    <>
      {expected && <span className="text-small text-text-2">{expected}</span>}
      <span className="num whitespace-nowrap">{date}</span>
    </>
  );
}

function useLabelNote({ labelStatus, downloadedAt }: HistoryItem): string | null {
  const time = useOperatorTime();
  if (labelStatus === 'ready' || labelStatus === '')
    return downloadedAt && `Downloaded ${time.shortDate(downloadedAt)}`;
  return COPY.labelNotes[labelStatus] ?? statusText(labelStatus);
}

function LabelCell(props: { row: HistoryItem; name: string; onDownload: () => void }) {
  const note = useLabelNote(props.row);
  return (
    <div className="grid justify-items-start gap-0.5 md:-my-1">
      {mayHaveLabel(props.row) && (
        <Button variant="secondary" size="sm" onClick={props.onDownload}>
          <Icon of={Download} className="size-4" />
          <span>
            Download<span className="sr-only"> label {props.name}</span>
          </span>
        </Button>
      )}
      {note ? (
        <span className="num text-small whitespace-nowrap text-text-2">{note}</span>
      ) : (
        !mayHaveLabel(props.row) && <Missing />
      )}
    </div>
  );
}
