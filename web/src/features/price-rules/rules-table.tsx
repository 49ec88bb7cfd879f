import { LABELS } from '@lading/contract/messages.ts';
import type { PriceRulesAnswer } from '@lading/contract/pricing/price-lists.ts';
import type { PriceRule } from '@lading/contract/pricing/price-rules.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMarkup } from '../../ui/commission/commission-amount.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { COPY } from './copy.ts';
import { conditionTexts, effectTexts, type RuleNames } from './rule-text.ts';

interface Row {
  key: string;
  position: ReactNode;
  name: ReactNode;
  applies: readonly string[];
  price: readonly ReactNode[];
  /** Null for the two commissions, which stay at the end. */
  index: number | null;
}

interface RulesTableProps {
  caption: string;
  rules: readonly PriceRule[];
  names: RuleNames;
  commission: PriceRulesAnswer['commission'];
  busy?: boolean;
  /** The buttons of a rule. Without them, the table is read-only. */
  actions?: (rule: PriceRule, index: number) => ReactNode;
}

/** The rules in order, then the client's own and the global commission. */
export function RulesTable({ caption, rules, names, commission, busy = false, actions }: RulesTableProps) {
  const rows = [
    ...rules.map((rule, index) => rowOf(rule, index, names)),
    ...fixedRows(rules.length, commission),
  ];
  const columns: DataColumn<Row>[] = [
    {
      key: 'order',
      header: COPY.columns.order,
      cell: ({ position }) => <span className="num">{position}</span>,
    },
    {
      key: 'rule',
      header: COPY.columns.rule,
      primary: true,
      cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
    },
    { key: 'applies', header: COPY.columns.applies, cell: ({ applies }) => <Lines lines={applies} /> },
    { key: 'price', header: COPY.columns.price, cell: ({ price }) => <Lines lines={price} /> },
  ];
  if (actions)
    columns.push({
      key: 'actions',
      header: COPY.columns.actions,
      cell: ({ index }) => {
        const rule = index === null ? undefined : rules[index];
        return rule && index !== null ? (
          actions(rule, index)
        ) : (
          <span className="text-text-2">{COPY.fixed}</span>
        );
      },
    });
  return (
    <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ key }) => key} busy={busy} dense />
  );
}

const rowOf = (rule: PriceRule, index: number, names: RuleNames): Row => {
  const conditions = conditionTexts(rule, names);
  return {
    key: rule.name,
    position: index + 1,
    name: rule.name,
    applies: conditions.length > 0 ? conditions : [COPY.everything],
    price: effectTexts(rule),
    index,
  };
};

function fixedRows(count: number, { clientsWithOwn, global }: PriceRulesAnswer['commission']): Row[] {
  return [
    {
      key: 'commission:client',
      position: count + 1,
      name: COPY.clientCommission,
      applies: [COPY.clientCommissionFor(clientsWithOwn)],
      price: [
        <Link key="clients" to={PAGES.adminClients} className="link">
          {COPY.perClient}
        </Link>,
      ],
      index: null,
    },
    {
      key: 'commission:global',
      position: count + 2,
      name: COPY.globalCommission,
      applies: [COPY.everyoneElse],
      price: [
        <Link key="global" to={PAGES.adminPricing} className="link" title={LABELS.globalCommissionSettings}>
          Cost + {formatMarkup(global.markupType, global.markupAmount)}
        </Link>,
      ],
      index: null,
    },
  ];
}

const Lines = ({ lines }: { lines: readonly ReactNode[] }) => (
  <ul className="num">
    {lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no state.
      <li key={index} className="wrap-anywhere">
        {line}
      </li>
    ))}
  </ul>
);
