import type { AdjustmentDeps } from './adjustments.deps.ts';
import type { InvoiceLine, Match } from './invoice-lines.ts';
import { selectNumbered } from './shipment-bills.store.ts';

const LINES_PER_QUERY = 1_000;

/** Finds the shipment of every line, in the order of the lines. */
export async function matchLines(
  deps: Pick<AdjustmentDeps, 'db' | 'labelProvider'>,
  lines: readonly InvoiceLine[],
): Promise<Match[]> {
  const matches: Match[] = [];
  for (let start = 0; start < lines.length; start += LINES_PER_QUERY)
    matches.push(...(await matchSome(deps, lines.slice(start, start + LINES_PER_QUERY))));
  return matches;
}

async function matchSome(
  { db, labelProvider }: Pick<AdjustmentDeps, 'db' | 'labelProvider'>,
  lines: readonly InvoiceLine[],
): Promise<Match[]> {
  const numbers = [...new Set(lines.flatMap(({ trackingNumbers }) => trackingNumbers))];
  const ids = [...new Set(lines.flatMap(({ transactionId }) => transactionId ?? []))];
  const shipments = await selectNumbered(db, numbers, { provider: labelProvider.name, transactionIds: ids });
  // Carriers use a number again after some years. The newest shipment comes last and replaces the others.
  const byNumber = new Map(
    shipments.map(({ id, carrier, tracking_number: number }) => [`${carrier} ${number}`, id]),
  );
  const byNumberAlone = new Map(shipments.map(({ id, tracking_number: number }) => [number, id]));
  const byTransaction = new Map(shipments.map(({ id, transaction_id: transaction }) => [transaction, id]));
  return lines.map(({ invoice: { carrier }, trackingNumbers, transactionId }) => {
    if (trackingNumbers.length === 0 && transactionId === null)
      return { shipmentId: null, unmatched: 'account_charge' };
    const candidates = [
      transactionId === null ? undefined : byTransaction.get(transactionId),
      ...trackingNumbers.map((number) =>
        carrier === 'Shippo' ? byNumberAlone.get(number) : byNumber.get(`${carrier} ${number}`),
      ),
    ];
    const shipmentId = candidates.find((id) => id !== undefined);
    return shipmentId === undefined
      ? { shipmentId: null, unmatched: 'unknown_shipment' }
      : { shipmentId, unmatched: null };
  });
}
