import type { MoneyFigure, MoneyGroup, MoneyKind } from '@lading/contract/admin-money.ts';
import { counted } from '@lading/contract/format-count.ts';

const FIGURES: Record<MoneyFigure, { name: string; note: string }> = {
  revenue: { name: 'Revenue', note: 'What clients paid for labels that were bought' },
  carrierCost: {
    name: 'Carrier cost',
    note: 'What carriers billed for labels and adjustments, less credits for voided labels',
  },
  processorFees: { name: 'Processor fees', note: 'What the payment provider charged' },
  refunds: { name: 'Refunds', note: 'Refunds of labels that were bought, and credits to balances' },
  adjustments: {
    name: 'Adjustments',
    note: 'Carrier adjustments that were passed on to clients, with their fees',
  },
  losses: { name: 'Losses', note: 'Lost disputes and debts that were written off' },
  netMargin: {
    name: 'Net margin',
    note: 'Revenue − carrier cost − processor fees − refunds + adjustments − losses',
  },
};

const GROUPS: Record<MoneyGroup, string> = {
  day: 'Day',
  client: 'Client',
  carrier: 'Carrier',
  service: 'Service',
};

const KINDS: Record<MoneyKind, string> = {
  label: 'Label bought',
  void: 'Label voided',
  refund: 'Refund',
  refund_reversed: 'Refund failed',
  credit: 'Credit to the balance',
  write_off: 'Debt written off',
  dispute_lost: 'Dispute lost',
  dispute_covered: 'Lost dispute covered by the balance',
  adjustment_billed: 'Adjustment billed by the carrier',
  adjustment: 'Adjustment passed on',
  adjustment_reversed: 'Adjustment reversed',
  processor_fee: 'Processor fee',
  other: 'Other ledger entry',
};

/** Text of the Money page. */
export const COPY = {
  title: 'Money',
  intro:
    'What you earned after all costs, from the ledger. Each ledger entry counts toward the day it was recorded.',
  figures: FIGURES,
  groups: GROUPS,
  kinds: KINDS,
  groupBy: 'Group by',
  byGroup: { day: 'By day', client: 'By client', carrier: 'By carrier', service: 'By service' },
  margin: 'Margin',
  total: 'Total',
  others: (clients: number) => `${counted(clients, 'other client')}`,
  notAssigned: 'Not assigned',
  empty: 'Nothing was recorded in this period',
  loadFailed: 'Failed to load figures',
  rowsFailed: 'Failed to load rows',
  noRows: 'No rows found',
  back: 'Back to the figures',
  export: 'Export',
  exportRows: 'Export Rows',
  exported: 'Figures exported successfully',
  exportFailed: 'Failed to export data',
  shareOfRevenue: (share: string) => `${share} of revenue`,
  nothingBefore: (days: number) =>
    days === 1 ? 'Nothing the day before' : `Nothing in the previous ${counted(days, 'day')}`,
  before: (amount: string, days: number) =>
    days === 1 ? `${amount} the day before` : `${amount} in the previous ${counted(days, 'day')}`,
  completeUntil: (day: string) =>
    `Figures are complete through ${day}. Some ledger entries for later days are still being added.`,
  notComplete: 'Ledger entries from before the upgrade are still being added, so the figures are incomplete.',
  rowsOf: (figure: string, group: string) => `${figure}, ${group}`,
  linkName: (figure: string, group: string, amount: string) => `${figure}, ${group}: ${amount}`,
  wholePeriod: 'all ledger entries',
  rowsTotal: (amount: string, count: string) => `${amount} in ${count}`,
  rowCount: (count: number, isMore: boolean) =>
    isMore ? `more than ${counted(count, 'row')}` : counted(count, 'row'),
  viewShipment: 'View shipment',
  chart: {
    title: 'Revenue and net margin',
    days: (revenue: string, margin: string) => `${revenue} in revenue left a net margin of ${margin}.`,
    most: (name: string, revenue: string) => `Highest revenue: ${name} with ${revenue}.`,
    point: (title: string, revenue: string, margin: string) =>
      `${title}: ${revenue} revenue, ${margin} net margin`,
    fact: (margin: string) => `${margin} net margin`,
  },
} as const;

/** An unknown kind is shown unchanged. */
export const kindName = (kind: string): string =>
  Object.hasOwn(KINDS, kind) ? KINDS[kind as MoneyKind] : kind;
