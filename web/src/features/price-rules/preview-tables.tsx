import { countryName } from '@lading/contract/countries.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import type { ClientChange, LabelChange, PricePreview } from '@lading/contract/pricing/price-preview.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { formatChange } from '../../lib/format-change.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PREVIEW } from './copy.ts';

const money = (dollars: number) => formatMoney(centsOf(dollars));

interface Change {
  now: number;
  after: number;
}
const amounts = <T extends Change>(columns: {
  now: string;
  after: string;
  change: string;
}): DataColumn<T>[] => [
  {
    key: 'now',
    header: columns.now,
    align: 'right',
    cell: ({ now }) => <span className="num">{money(now)}</span>,
  },
  {
    key: 'after',
    header: columns.after,
    align: 'right',
    cell: ({ after }) => <span className="num">{money(after)}</span>,
  },
  {
    key: 'change',
    header: columns.change,
    align: 'right',
    cell: ({ now, after }) => (
      <span className="num font-semibold">{formatChange(centsOf(after) - centsOf(now))}</span>
    ),
  },
];

/** Who pays more, who pays less, the biggest changes, and what each rule did. */
export function PreviewTables({ preview }: { preview: PricePreview }) {
  const { paysMore, paysLess, biggest } = preview;
  return (
    <>
      {paysMore.labels > 0 && (
        <Part title={PREVIEW.paysMore(paysMore.clientCount, paysMore.labels)}>
          {(caption) => <Clients caption={caption} clients={paysMore.clients} />}
        </Part>
      )}
      {paysLess.labels > 0 && (
        <Part title={PREVIEW.paysLess(paysLess.clientCount, paysLess.labels)}>
          {(caption) => <Clients caption={caption} clients={paysLess.clients} />}
        </Part>
      )}
      {biggest.length > 0 && (
        <Part title={PREVIEW.biggest}>{(caption) => <Biggest caption={caption} labels={biggest} />}</Part>
      )}
      <Part title={PREVIEW.rules}>{(caption) => <Rules caption={caption} rules={preview.rules} />}</Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: (caption: string) => ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="text-h3">
        {title}
      </h3>
      {children(title)}
    </section>
  );
}

function Clients({ caption, clients }: { caption: string; clients: readonly ClientChange[] }) {
  const columns = PREVIEW.clientColumns;
  if (clients.length === 0) return null;
  return (
    <DataTable
      caption={caption}
      dense
      columns={[
        {
          key: 'client',
          header: columns.client,
          primary: true,
          cell: ({ clientId, name }) => (
            <Link to={path(PAGES.adminClient, { id: clientId })} className="link wrap-anywhere">
              {name}
            </Link>
          ),
        },
        {
          key: 'labels',
          header: columns.labels,
          align: 'right',
          cell: ({ labels }) => <span className="num">{formatCount(labels)}</span>,
        },
        ...amounts<ClientChange>(columns),
      ]}
      rows={clients}
      rowKey={({ clientId }) => clientId}
    />
  );
}

function Biggest({ caption, labels }: { caption: string; labels: readonly LabelChange[] }) {
  const columns = PREVIEW.labelColumns;
  return (
    <DataTable
      caption={caption}
      dense
      narrow
      columns={[
        {
          key: 'label',
          header: columns.label,
          primary: true,
          cell: ({ carrier, serviceName, country, weight }) => (
            <>
              {carrier} {serviceName}
              <span className="num block text-small font-normal text-text-2">
                {countryName(country) ?? country}, {weight} lb
              </span>
            </>
          ),
        },
        {
          key: 'client',
          header: columns.client,
          cell: ({ clientName }) => <span className="wrap-anywhere">{clientName}</span>,
        },
        {
          key: 'rule',
          header: columns.rule,
          cell: ({ rule }) => <span className="num">{rule ?? PREVIEW.commission}</span>,
        },
        {
          key: 'cost',
          header: columns.cost,
          align: 'right',
          cell: ({ cost }) => <span className="num">{money(cost)}</span>,
        },
        ...amounts<LabelChange>(columns),
      ]}
      rows={labels}
      rowKey={({ shipmentId }) => shipmentId}
    />
  );
}

type RuleRow = PricePreview['rules'][number];

function Rules({ caption, rules }: { caption: string; rules: readonly RuleRow[] }) {
  const columns = PREVIEW.ruleColumns;
  return (
    <DataTable
      caption={caption}
      dense
      columns={[
        {
          key: 'rule',
          header: columns.rule,
          primary: true,
          cell: ({ position, name }) => (
            <span className="wrap-anywhere">
              {position === null ? PREVIEW.commission : `${position}. ${name}`}
            </span>
          ),
        },
        {
          key: 'labels',
          header: columns.labels,
          align: 'right',
          cell: ({ position, labels }) =>
            labels === 0 && position !== null ? (
              <StatusBadge tone="warn" icon={CircleAlert}>
                {PREVIEW.neverMatched}
              </StatusBadge>
            ) : (
              <span className="num">{formatCount(labels)}</span>
            ),
        },
        {
          key: 'revenue',
          header: columns.revenue,
          align: 'right',
          cell: ({ revenue }) => <span className="num">{money(revenue)}</span>,
        },
        {
          key: 'margin',
          header: columns.margin,
          align: 'right',
          cell: ({ margin }) => <span className="num">{money(margin)}</span>,
        },
      ]}
      rows={rules}
      rowKey={({ position }) => String(position)}
    />
  );
}
