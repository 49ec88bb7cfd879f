import { ADJUSTMENT_REASONS, type AdjustmentReason } from '@lading/contract/adjustment-reasons.ts';
import { CARRIER_INVOICES } from '@lading/contract/carrier-invoices.ts';
import { CARRIERS, type Carrier } from '@lading/contract/parcel.ts';
import { type InvoiceLine, type Layout, type LineKind, UnreadableLine } from '../invoice-lines.ts';
import { reasonOfCharge } from './charge-reasons.ts';
import { namedColumns } from './named-columns.ts';
import {
  readCents,
  readDate,
  readDimensions,
  readGrams,
  readOptionalCents,
  readRequired,
  readText,
  splitDimensions,
} from './read-cells.ts';
import { trackingCandidates } from './tracking-numbers.ts';

/** Our own layout, for carriers without a reader. `PLAIN_COLUMNS` of the contract lists the columns. */
const REQUIRED = ['carrier', 'invoice_number', 'invoice_date', 'amount'] as const;
const KINDS: Record<string, LineKind> = { charge: 'freight', adjustment: 'correction' };

export const PLAIN_LAYOUT: Layout = {
  hasHeader: true,
  isOne: (first) => {
    const columns = namedColumns(first);
    return REQUIRED.every((name) => columns.has(name));
  },
  reader: (first, decimalComma) => {
    const columns = namedColumns(first);
    return (cells, line) => [lineOf((name) => columns.cell(cells, name), line, decimalComma)];
  },
};

function lineOf(at: (name: string) => string, line: number, decimalComma: boolean): InvoiceLine {
  const trackingNumbers = trackingCandidates(readText(at('tracking_number'), 'tracking_number', 60));
  const description = readText(at('description'), 'description', 200);
  const weightGrams = readGrams(at('weight_lb'), 'L');
  const dimensions = readDimensions(splitDimensions(at('dimensions_in')), 'in');
  const zone = readText(at('zone'), 'zone', 20);
  const service = readText(at('service'), 'service', 100);
  return {
    invoice: {
      carrier: carrierOf(at('carrier')),
      account: readText(at('account'), 'account', 60),
      number: readRequired(at('invoice_number'), 'invoice_number', 60),
    },
    invoiceDate: readDate(at('invoice_date'), 'invoice_date', decimalComma),
    statedTotalCents: readOptionalCents(at('invoice_total'), 'invoice_total', decimalComma),
    line,
    trackingNumbers,
    transactionId: null,
    kind: kindOf(at('kind'), trackingNumbers.length > 0),
    reason: reasonOf(at('reason'), description),
    description,
    cents: readCents(at('amount'), 'amount', decimalComma),
    measured: {
      ...(weightGrams && { weightGrams }),
      ...(dimensions && { dimensions }),
      ...(zone !== '' && { zone }),
      ...(service !== '' && { service }),
    },
  };
}

/** No default: a label's price that is read as an adjustment would be charged a second time. */
function kindOf(text: string, isOfShipment: boolean): LineKind {
  const name = text.trim().toLowerCase();
  if (name === '' && isOfShipment) throw new UnreadableLine(CARRIER_INVOICES.plainKind);
  const kind = name === '' ? 'correction' : KINDS[name];
  if (!kind) throw new UnreadableLine('“kind” must be “charge” or “adjustment”.');
  return kind;
}

function carrierOf(text: string): Carrier {
  const carrier = CARRIERS.find((name) => name.toLowerCase() === text.trim().toLowerCase());
  if (!carrier) throw new UnreadableLine(`“carrier” must be one of ${CARRIERS.join(', ')}.`);
  return carrier;
}

function reasonOf(text: string, description: string): AdjustmentReason {
  const name = text.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  if (name === '') return reasonOfCharge(description);
  const reason = ADJUSTMENT_REASONS.find((known) => known === name);
  if (!reason) throw new UnreadableLine(`“reason” must be one of ${ADJUSTMENT_REASONS.join(', ')}.`);
  return reason;
}
