import { describeAdjustment } from '@lading/contract/adjustment-reasons.ts';
import { type InvoicePreviewAnswer, MAX_LISTED_LINES } from '@lading/contract/carrier-invoices.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import { awaitedVoidsSince } from './adjustments.timings.ts';
import { selectHashes } from './carrier-invoices.store.ts';
import { readSentInvoice, type SentInvoice } from './import-invoice.ts';
import type { InvoiceLine } from './invoice-lines.ts';
import { matchLines } from './match-lines.ts';
import { billAfter, ImportTotals, type PlannedAdjustment, planAdjustment } from './plan-adjustment.ts';
import type { HashedLine } from './read-invoice-file.ts';
import type { PayableBill } from './shipment-bill.ts';
import { selectBills } from './shipment-bills.store.ts';

type PreviewDeps = Pick<AdjustmentDeps, 'db' | 'clock' | 'labelProvider'>;

const SHIPMENTS_PER_QUERY = 1_000;

/** What an import of the file would do. Stores nothing. */
export async function previewInvoice(deps: PreviewDeps, sent: SentInvoice): Promise<InvoicePreviewAnswer> {
  const { layout, invoices, problems } = readSentInvoice(sent);
  const preview = new Preview(deps);
  const read: InvoicePreviewAnswer['invoices'] = [];
  for (const { lines, totalCents, statedTotalCents, number, date, carrier, account } of invoices) {
    const known = await selectHashes(deps.db, { layout, carrier, account, number });
    const added = lines.filter(({ hash }) => !known.has(hash.toString('hex')));
    await preview.add(added);
    read.push({
      carrier,
      account,
      invoiceNumber: number,
      invoiceDate: date,
      lines: lines.length,
      repeatedLines: lines.length - added.length,
      total: totalCents,
      statedTotal: statedTotalCents,
    });
  }
  const repeatedLines = read.reduce((sum, invoice) => sum + invoice.repeatedLines, 0);
  return {
    layout,
    invoices: read,
    repeatedLines,
    ...preview.answer(),
    problems: problems.slice(0, MAX_LISTED_LINES),
  };
}

/** Plans invoice after invoice, as the import books them. */
class Preview {
  readonly #deps: PreviewDeps;
  readonly #bills = new Map<string, PayableBill>();
  readonly #totals = new ImportTotals();
  readonly #planned: PlannedAdjustment[] = [];
  readonly #unmatched: InvoicePreviewAnswer['unmatched'] = [];
  #newLines = 0;

  constructor(deps: PreviewDeps) {
    this.#deps = deps;
  }

  async add(lines: readonly HashedLine[]): Promise<void> {
    this.#newLines += lines.length;
    const matches = await matchLines(this.#deps, lines);
    const byShipment = new Map<string, InvoiceLine[]>();
    lines.forEach((line, position) => {
      const match = matches[position];
      if (!match) return;
      if (match.unmatched !== null)
        this.#unmatched.push({
          line: line.line,
          trackingNumber: line.trackingNumbers[0] ?? null,
          description: line.description,
          amount: line.cents,
          reason: match.unmatched,
        });
      else byShipment.set(match.shipmentId, [...(byShipment.get(match.shipmentId) ?? []), line]);
    });
    await this.#readBills([...byShipment.keys()]);
    for (const [shipmentId, added] of byShipment) this.#plan(shipmentId, added);
  }

  async #readBills(shipmentIds: readonly string[]): Promise<void> {
    const missing = shipmentIds.filter((id) => !this.#bills.has(id));
    const voidsSince = awaitedVoidsSince(this.#deps.clock);
    for (let start = 0; start < missing.length; start += SHIPMENTS_PER_QUERY) {
      const ids = missing.slice(start, start + SHIPMENTS_PER_QUERY);
      for (const bill of await selectBills(this.#deps.db, ids, voidsSince))
        this.#bills.set(bill.shipmentId, bill);
    }
  }

  #plan(shipmentId: string, lines: readonly InvoiceLine[]): void {
    const bill = this.#bills.get(shipmentId);
    if (!bill) return;
    const planned = bill.awaitsVoid ? null : planAdjustment(bill, lines);
    this.#totals.add(shipmentId, planned);
    if (planned) this.#planned.push(planned);
    this.#bills.set(shipmentId, billAfter(bill, lines, planned));
  }

  answer() {
    return {
      newLines: this.#newLines,
      ...this.#totals.sums(),
      unmatchedLines: this.#unmatched.length,
      unmatchedAmount: this.#unmatched.reduce((sum, { amount }) => sum + amount, 0),
      differences: this.#planned
        .toSorted((one, other) => Math.abs(other.billedCents) - Math.abs(one.billedCents))
        .slice(0, MAX_LISTED_LINES)
        .map(toDifference),
      unmatched: this.#unmatched.slice(0, MAX_LISTED_LINES),
    };
  }
}

const toDifference = (planned: PlannedAdjustment): InvoicePreviewAnswer['differences'][number] => {
  const { bill, reason, claimed, measured } = planned;
  return {
    shipmentId: bill.shipmentId,
    trackingNumber: bill.trackingNumber,
    clientId: bill.userId,
    clientName: bill.clientName,
    carrier: bill.carrier,
    reason,
    text: describeAdjustment({ carrier: bill.carrier, reason, claimed, measured }),
    booked: planned.bookedCents,
    billed: planned.billedCents,
    client: planned.clientCents,
    fee: planned.feeCents,
    outcome: planned.outcome,
  };
};
