import type { AdminPayout } from '@lading/contract/admin-payouts.ts';
import { CircleAlert, CircleCheck, CircleX, Clock } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { COPY } from './copy.ts';
import { formatAmount } from './format-amount.ts';

const LOOKS = {
  pending: { tone: 'info', icon: Clock },
  in_transit: { tone: 'info', icon: Clock },
  paid: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
  canceled: { tone: 'warn', icon: CircleX },
} as const;

const isKnown = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status);

/** An unknown status is shown unchanged. */
export function PayoutStatus({ status, failure }: Pick<AdminPayout, 'status' | 'failure'>) {
  const { tone, icon } = isKnown(status) ? LOOKS[status] : LOOKS.failed;
  return (
    <>
      <StatusBadge tone={tone} icon={icon}>
        {isKnown(status) ? COPY.statuses[status] : status}
      </StatusBadge>
      {failure !== null && <span className="mt-0.5 block max-w-56 text-small text-text-2">{failure}</span>}
    </>
  );
}

/** A word, because a zero is easy to miss. */
export function Difference({ difference, currency }: Pick<AdminPayout, 'difference' | 'currency'>) {
  if (difference === null) return <span className="text-text-2">{COPY.unknown}</span>;
  if (difference === 0) return <span className="text-text-2">{COPY.noDifference}</span>;
  return <strong className="num text-bad-fg">{formatAmount(difference, currency)}</strong>;
}

export const payoutColumns = (onOpen: (id: string) => void): readonly DataColumn<AdminPayout>[] => [
  {
    key: 'date',
    header: 'Date',
    primary: true,
    cell: ({ createdAt }) => <OperatorMoment iso={createdAt} day />,
  },
  { key: 'status', header: 'Status', cell: (payout) => <PayoutStatus {...payout} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amount, currency }) => formatAmount(amount, currency),
  },
  {
    key: 'fees',
    header: 'Fees',
    align: 'right',
    cell: ({ fees, currency }) =>
      fees === null ? <span className="text-text-2">{COPY.unknown}</span> : formatAmount(fees, currency),
  },
  { key: 'difference', header: 'Difference', align: 'right', cell: (payout) => <Difference {...payout} /> },
  { key: 'arrival', header: 'Arrival', cell: ({ arrivesAt }) => <OperatorMoment iso={arrivesAt} day /> },
  {
    key: 'movements',
    header: COPY.movements,
    cell: ({ id, amount, currency }) => (
      <Button
        variant="ghost"
        size="sm"
        className="-my-1.5 -ml-2.5"
        aria-label={COPY.openOne(formatAmount(amount, currency))}
        onClick={() => onOpen(id)}
      >
        {COPY.open}
      </Button>
    ),
  },
];
