import type { AttentionItem, AttentionKind, AttentionRow } from '@lading/contract/attention.ts';
import { counted } from '@lading/contract/format-count.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { formatRate, formatShortMonth } from '../../ui/charts/format-figures.ts';

export const ATTENTION_COPY = {
  title: 'Needs attention',
  nothing: 'Nothing needs attention.',
  loadFailed: 'We couldn’t load what needs attention.',
  showAll: 'Show all',
  showLess: 'Show less',
  snooze: (name: string) => `Snooze ${name} until tomorrow`,
  snoozed: 'Snoozed until tomorrow',
  snoozeFailed: 'Failed to snooze',
  showSnoozed: (count: number) => `Show ${counted(count, 'snoozed item')}`,
  showSnoozedFailed: 'Failed to show snoozed items',
  more: (count: number) => `${count} more`,
  kinds: {
    incidents: 'Open incidents',
    failed_refunds: 'Failed refunds',
    overdue_balances: 'Overdue balances',
    stopped_top_ups: 'Automatic top-ups that failed',
    failed_labels: 'Labels that failed yesterday and today',
    unspent_money: 'Unspent money older than a day',
    fallen_volume: 'Volume down by half or more',
    expiring_cards: 'Cards that expire soon',
  },
  actions: {
    incidents: 'View incidents',
    failed_refunds: 'View incidents',
    overdue_balances: 'View balance',
    stopped_top_ups: 'View balance',
    failed_labels: 'View shipments',
    unspent_money: 'View payments',
    fallen_volume: 'View client',
    expiring_cards: 'View client',
  },
} as const satisfies Record<string, unknown> & {
  kinds: Record<AttentionKind, string>;
  actions: Record<AttentionKind, string>;
};

const REASONS: Record<string, string> = {
  declined: 'declined twice, top-ups stopped',
  retry_tomorrow: 'declined, next attempt tomorrow',
  card_refused: 'card blocked by the bank, top-ups stopped',
  card_expired: 'card expired, top-ups stopped',
  no_card: 'no card, top-ups stopped',
};
const STOPPED = 'top-ups stopped';

const money = ({ amount }: { amount: number | null }) => formatMoney(amount ?? 0);

/** What a row says beside its name. */
export const FACTS: Record<AttentionKind, (row: AttentionRow) => string> = {
  incidents: ({ count }) => counted(count, 'incident'),
  failed_refunds: (row) => `${money(row)}, ${counted(row.count, 'refund')}`,
  overdue_balances: (row) =>
    `${money(row)}, ${row.days ? `${counted(row.days, 'day')} overdue` : 'overdue since today'}`,
  stopped_top_ups: (row) => `${money(row)}, ${REASONS[row.reason ?? ''] ?? STOPPED}`,
  failed_labels: ({ count }) => counted(count, 'label'),
  unspent_money: (row) => `${money(row)}, ${counted(row.count, 'payment')}`,
  fallen_volume: ({ count, before }) =>
    `${counted(count, 'label')} in the last 7 days, down from ${formatRate(before ?? 0)} per week`,
  expiring_cards: ({ at }) => `valid through ${at ? lastMonth(at) : ''}`,
};

/** A card is valid to the end of its month. */
const lastMonth = (end: string) => formatShortMonth(new Date(Date.parse(end) - 1).toISOString().slice(0, 7));

/** Beside the title of a kind with several rows. */
export function summaryOf({ kind, count, amount }: AttentionItem): string {
  const unit = kind === 'incidents' ? 'incident' : kind === 'failed_labels' ? 'label' : 'client';
  return amount === null ? counted(count, unit) : `${counted(count, unit)}, ${formatMoney(amount)}`;
}
