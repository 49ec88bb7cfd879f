import type { AttentionItem, AttentionKind, AttentionRow, SnoozeBody } from '@lading/contract/attention.ts';
import type { DateRange } from '@lading/contract/date-range.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { AlarmClock } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { usePending } from '../../lib/use-pending.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ATTENTION_COPY as COPY, FACTS, summaryOf } from './attention-copy.ts';

export type Snooze = (body: SnoozeBody) => Promise<void>;

interface AttentionGroupProps {
  item: AttentionItem;
  /** The days that failed labels are counted for. */
  range: DateRange;
  onSnooze: Snooze | undefined;
}

export function AttentionGroup({ item, range, onSnooze }: AttentionGroupProps) {
  const { kind, rows, more } = item;
  const id = useId();
  return (
    <div className="min-w-0 border-t border-line px-4 py-3 sm:px-5">
      <div className="flex items-center justify-between gap-3">
        <h3 id={id} className="flex min-h-9 flex-wrap items-center gap-x-2">
          <span className="text-strong">{COPY.kinds[kind]}</span>
          {rows.length + more > 1 && <span className="num text-small text-text-2">{summaryOf(item)}</span>}
        </h3>
        {!isSnoozedByRow(kind) && (
          <SnoozeButton
            name={COPY.kinds[kind].toLowerCase()}
            body={{ kind, subject: '' }}
            onSnooze={onSnooze}
          />
        )}
      </div>
      <ul aria-labelledby={id}>
        {rows.map((row) => (
          <Row key={row.subject || row.name} kind={kind} row={row} range={range} onSnooze={onSnooze} />
        ))}
      </ul>
      {more > 0 && <p className="num text-small text-text-2">{COPY.more(more)}</p>}
    </div>
  );
}

interface RowProps extends Omit<AttentionGroupProps, 'item'> {
  kind: AttentionKind;
  row: AttentionRow;
}

/** Failed labels can only be snoozed together. */
const isSnoozedByRow = (kind: AttentionKind) => kind !== 'failed_labels';

function Row({ kind, row, range, onSnooze }: RowProps) {
  const { name, subject } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-0.5">
      <p className="min-w-0 flex-1 basis-56">
        <span className="wrap-anywhere">{name}</span>{' '}
        <span className="num text-small text-text-2">{FACTS[kind](row)}</span>
      </p>
      <span className="flex shrink-0 items-center gap-1">
        <Link
          to={placeToAct(kind, row, range)}
          className={`${buttonClass({ variant: 'secondary', size: 'sm' })} whitespace-nowrap`}
        >
          {COPY.actions[kind]}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </Link>
        {isSnoozedByRow(kind) && <SnoozeButton name={name} body={{ kind, subject }} onSnooze={onSnooze} />}
      </span>
    </li>
  );
}

interface SnoozeButtonProps {
  name: string;
  body: SnoozeBody;
  onSnooze: Snooze | undefined;
}

function SnoozeButton({ name, body, onSnooze }: SnoozeButtonProps) {
  const { run } = usePending();
  if (!onSnooze) return null;
  return (
    <IconButton label={COPY.snooze(name)} onClick={() => void run(() => onSnooze(body))}>
      <Icon of={AlarmClock} />
    </IconButton>
  );
}

/** Where an admin acts on a row. */
function placeToAct(kind: AttentionKind, { clientId }: AttentionRow, range: DateRange): string {
  const client = path(PAGES.adminClient, { id: clientId ?? '' });
  switch (kind) {
    case 'incidents':
    case 'failed_refunds':
      return PAGES.adminIncidents;
    case 'overdue_balances':
    case 'stopped_top_ups':
      return `${client}#client-balance`;
    case 'failed_labels':
      return `${PAGES.adminShipments}?${new URLSearchParams({ status: 'failed', label: 'none', ...range })}`;
    case 'unspent_money':
      return `${PAGES.adminUnspentMoney}?state=waiting`;
    case 'fallen_volume':
    case 'expiring_cards':
      return client;
  }
}
