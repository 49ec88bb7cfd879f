import { dollarsOf } from '@lading/contract/money.ts';

/** Totals over shipments. */
export interface Figures {
  shipments: number;
  gross_cents: number;
  commission_cents: number;
}

export function sumOf(rows: readonly Figures[]): Figures {
  const sum = { shipments: 0, gross_cents: 0, commission_cents: 0 };
  for (const row of rows) {
    sum.shipments += row.shipments;
    sum.gross_cents += row.gross_cents;
    sum.commission_cents += row.commission_cents;
  }
  return sum;
}

/** The carrier with the most shipments first. */
export const sumByCarrier = (rows: readonly (Figures & { carrier: string })[]) =>
  [...Map.groupBy(rows, ({ carrier }) => carrier)]
    .map(([carrier, ofCarrier]) => ({ carrier, ...sumOf(ofCarrier) }))
    .sort((a, b) => b.shipments - a.shipments || (a.carrier < b.carrier ? -1 : 1));

/** What came back: refunds by admins, and what carriers credited for voided labels. */
export interface Returns {
  refunded_cents: number;
  credited_cents: number;
}

export const NO_RETURNS: Returns = { refunded_cents: 0, credited_cents: 0 };

/** In dollars. */
export function netOf(
  { gross_cents, commission_cents }: Pick<Figures, 'gross_cents' | 'commission_cents'>,
  { refunded_cents, credited_cents }: Returns,
) {
  return {
    refunded: dollarsOf(refunded_cents),
    carrierCredits: dollarsOf(credited_cents),
    netRevenue: dollarsOf(gross_cents - refunded_cents),
    netCommission: dollarsOf(commission_cents - refunded_cents + credited_cents),
  };
}

export const inDollars = (figures: Figures, returns: Returns) => ({
  shipments: figures.shipments,
  gross: dollarsOf(figures.gross_cents),
  commission: dollarsOf(figures.commission_cents),
  ...netOf(figures, returns),
});
