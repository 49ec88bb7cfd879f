import type { InvoiceLine, Layout, LineKind, Measured } from '../invoice-lines.ts';
import { reasonOfCharge } from './charge-reasons.ts';
import {
  readCents,
  readDate,
  readDimensions,
  readGrams,
  readOptionalCents,
  readRequired,
  readText,
  requireDollars,
  splitDimensions,
} from './read-cells.ts';
import { trackingCandidates } from './tracking-numbers.ts';

/** UPS Billing Data: 250 columns without a header, one row per charge. Positions count from 0. */
const COLUMN = {
  account: 2,
  invoiceDate: 4,
  invoiceNumber: 5,
  currency: 9,
  invoiceAmount: 10,
  tracking: 20,
  billedWeight: 28,
  billedUnit: 29,
  dimensions: 32,
  zone: 33,
  category: 34,
  detail: 35,
  classification: 43,
  description: 45,
  netAmount: 52,
  notes: 174,
  dimensionUnit: 195,
  correctedZone: 197,
  originalTracking: 200,
  scaleWeight: 201,
  scaleUnit: 202,
  originalService: 229,
} as const;
/** Rows that repeat charges for information. */
const INFORMATION = 'INF';
const AUDITED = /AUDITED WEIGHT\D*([\d.]+)\s*(LBS?|KGS?)?/i;
const NOTE_COUNT = 5;

const COLUMN_RANGE = { min: 200, max: 255 } as const;
const VERSION = /^\d{1,3}([.,]\d{1,2})?$/;

export const UPS_LAYOUT: Layout = {
  hasHeader: false,
  isOne: (first) =>
    first.length >= COLUMN_RANGE.min &&
    first.length <= COLUMN_RANGE.max &&
    VERSION.test((first[0] ?? '').trim()),
  reader: (_first, decimalComma) => (cells, line) => {
    const at = (column: keyof typeof COLUMN) => cells[COLUMN[column]] ?? '';
    return at('classification').trim() === INFORMATION ? [] : [lineOf(cells, at, line, decimalComma)];
  },
};

type Cell = (column: keyof typeof COLUMN) => string;

function lineOf(cells: readonly string[], at: Cell, line: number, decimalComma: boolean): InvoiceLine {
  requireDollars(at('currency'));
  const description = readText(at('description'), 'Charge Description', 200);
  const cents = readCents(at('netAmount'), 'Net Amount', decimalComma);
  const detail = at('detail').trim();
  const isCorrection = at('category').trim() !== 'SHP';
  return {
    invoice: {
      carrier: 'UPS',
      account: readText(at('account'), 'Account Number', 60),
      number: readRequired(at('invoiceNumber'), 'Invoice Number', 60),
    },
    invoiceDate: readDate(at('invoiceDate'), 'Invoice Date', decimalComma),
    statedTotalCents: readOptionalCents(at('invoiceAmount'), 'Invoice Amount', decimalComma),
    line,
    trackingNumbers: trackingCandidates(
      readText(at('tracking'), 'Tracking Number', 60),
      readText(at('originalTracking'), 'Original tracking number', 60),
    ),
    transactionId: null,
    kind: kindOf(at('classification').trim(), description, isCorrection),
    reason: reasonOf(detail, at('classification').trim(), description),
    description,
    cents,
    measured: measuredOf(cells, at),
  };
}

/** A credit for a voided label reverses the freight charge. */
function kindOf(classification: string, description: string, isCorrection: boolean): LineKind {
  if (/^void\b/i.test(description)) return 'freight';
  if (isCorrection) return 'correction';
  return classification === 'FRT' ? 'freight' : 'charge';
}

function reasonOf(detail: string, classification: string, description: string): InvoiceLine['reason'] {
  if (detail === 'ADC') return 'address_correction';
  if (detail === 'RTS') return 'return';
  if (['TAX', 'BRK', 'GOV'].includes(classification)) return 'duties_taxes';
  return reasonOfCharge(description);
}

function measuredOf(cells: readonly string[], at: Cell): Measured {
  const notes = cells.slice(COLUMN.notes, COLUMN.notes + NOTE_COUNT).join('\n');
  const audited = AUDITED.exec(notes);
  const weightGrams =
    (audited && readGrams(audited[1] ?? '', audited[2] ?? '')) ||
    readGrams(at('scaleWeight'), at('scaleUnit')) ||
    readGrams(at('billedWeight'), at('billedUnit'));
  const dimensions = readDimensions(splitDimensions(at('dimensions')), at('dimensionUnit'));
  const [zone, corrected] = [at('zone').trim(), at('correctedZone').trim()];
  const service = at('originalService').trim();
  return {
    ...(weightGrams && { weightGrams }),
    ...(dimensions && { dimensions }),
    ...(corrected !== '' ? { zone: corrected, claimedZone: zone } : zone !== '' && { zone }),
    ...(service !== '' && { service }),
  };
}
