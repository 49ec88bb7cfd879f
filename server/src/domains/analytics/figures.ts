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
