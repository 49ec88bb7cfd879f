import { BILLING_KIND_NAMES, type BillingDocument } from '@lading/contract/billing.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { ReactNode } from 'react';
import { formatFullDay } from '../../lib/format-day.ts';
import { formatPeriod } from '../../lib/months.ts';
import type { DataColumn } from '../data-table.tsx';
import { Missing } from '../missing.tsx';
import { OperatorMoment } from '../operator-moment.tsx';
import { COPY } from './copy.ts';
import { type BillingArea, DocumentFiles } from './document-files.tsx';

const { columns } = COPY;

const isKnown = (kind: string): kind is keyof typeof BILLING_KIND_NAMES =>
  Object.hasOwn(BILLING_KIND_NAMES, kind);

const Detail = ({ children }: { children: ReactNode }) => (
  <span className="block text-small text-text-2">{children}</span>
);

function Total({ kind, total, tax, refunded }: BillingDocument) {
  return (
    <>
      <span className="num">{formatMoney(total)}</span>
      {kind === 'statement' && <Detail>{COPY.closingBalance}</Detail>}
      {tax > 0 && <Detail>{COPY.tax(formatMoney(tax))}</Detail>}
      {refunded > 0 && <Detail>{COPY.refunded(formatMoney(refunded))}</Detail>}
    </>
  );
}

function Due({ due, dueOn }: BillingDocument) {
  if (due <= 0) return <Missing />;
  return (
    <>
      <span className="num">{formatMoney(due)}</span>
      {dueOn !== null && <Detail>{COPY.dueOn(formatFullDay(dueOn))}</Detail>}
    </>
  );
}

/** Columns before and after the one that the operator's list adds. Days are the operator's, as on the document. */
export const documentColumns = <T extends BillingDocument>(
  area: BillingArea,
  extra: readonly DataColumn<T>[] = [],
): readonly DataColumn<T>[] => [
  {
    key: 'number',
    header: columns.number,
    primary: true,
    cell: ({ number }) => <span className="code wrap-anywhere">{number}</span>,
  },
  {
    key: 'kind',
    header: columns.kind,
    cell: ({ kind, corrects }) => (
      <>
        <span className="whitespace-nowrap">{isKnown(kind) ? BILLING_KIND_NAMES[kind] : kind}</span>
        {corrects && <Detail>{COPY.corrects(corrects.number)}</Detail>}
      </>
    ),
  },
  ...extra,
  { key: 'date', header: columns.date, cell: ({ issuedAt }) => <OperatorMoment iso={issuedAt} day /> },
  {
    key: 'period',
    header: columns.period,
    cell: ({ periodStart, periodEnd }) =>
      periodStart === null || periodEnd === null ? <Missing /> : formatPeriod(periodStart, periodEnd),
  },
  { key: 'total', header: columns.total, align: 'right', cell: (document) => <Total {...document} /> },
  { key: 'due', header: columns.due, align: 'right', cell: (document) => <Due {...document} /> },
  {
    key: 'files',
    header: columns.files,
    cell: ({ id, kind, number }) => <DocumentFiles area={area} id={id} kind={kind} number={number} />,
  },
];
