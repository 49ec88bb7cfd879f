import type { MoneyFigure, MoneyFigures } from '@lading/contract/admin-money.ts';
import type { Row } from '../../platform/db/schema.ts';

/** The parts of the margin, as the database names them. */
export type Amounts = Pick<
  Row<'money_by_day'>,
  'revenue_cents' | 'cost_cents' | 'fees_cents' | 'refunds_cents' | 'adjustments_cents' | 'losses_cents'
>;

export const NOTHING: Amounts = {
  revenue_cents: 0,
  cost_cents: 0,
  fees_cents: 0,
  refunds_cents: 0,
  adjustments_cents: 0,
  losses_cents: 0,
};

export const FIGURE_COLUMNS: Record<Exclude<MoneyFigure, 'netMargin'>, keyof Amounts> = {
  revenue: 'revenue_cents',
  carrierCost: 'cost_cents',
  processorFees: 'fees_cents',
  refunds: 'refunds_cents',
  adjustments: 'adjustments_cents',
  losses: 'losses_cents',
};

export const figuresOf = (row: Amounts): MoneyFigures => ({
  revenue: row.revenue_cents,
  carrierCost: row.cost_cents,
  processorFees: row.fees_cents,
  refunds: row.refunds_cents,
  adjustments: row.adjustments_cents,
  losses: row.losses_cents,
  netMargin:
    row.revenue_cents -
    row.cost_cents -
    row.fees_cents -
    row.refunds_cents +
    row.adjustments_cents -
    row.losses_cents,
});

export function sumOf(rows: readonly Amounts[]): Amounts {
  const sum = { ...NOTHING };
  for (const row of rows) for (const column of Object.values(FIGURE_COLUMNS)) sum[column] += row[column];
  return sum;
}
