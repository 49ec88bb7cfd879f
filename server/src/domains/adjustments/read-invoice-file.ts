import {
  CARRIER_INVOICES,
  type InvoiceLayout,
  MAX_INVOICE_LINES,
} from '@lading/contract/carrier-invoices.ts';
import { readRecords } from '@lading/contract/read-records.ts';
import { AppError } from '../../platform/app-error.ts';
import { decodeCsv, delimiterOf, problemText } from '../../platform/csv-records.ts';
import { digest } from '../../platform/ids.ts';
import {
  type InvoiceKey,
  type InvoiceLine,
  type Layout,
  type LineProblem,
  type LineReader,
  UnreadableLine,
} from './invoice-lines.ts';
import { FEDEX_LAYOUT } from './layouts/read-fedex.ts';
import { PLAIN_LAYOUT } from './layouts/read-plain.ts';
import { SHIPPO_LAYOUT } from './layouts/read-shippo.ts';
import { UPS_LAYOUT } from './layouts/read-ups.ts';

const LAYOUTS: Record<InvoiceLayout, Layout> = {
  ups: UPS_LAYOUT,
  fedex: FEDEX_LAYOUT,
  shippo: SHIPPO_LAYOUT,
  csv: PLAIN_LAYOUT,
};

export interface HashedLine extends InvoiceLine {
  /** Equal lines of an invoice differ in their number, so that each is stored once. */
  hash: Buffer;
}

export interface ReadInvoice extends InvoiceKey {
  date: string;
  statedTotalCents: number | null;
  totalCents: number;
  lines: HashedLine[];
}

interface InvoiceFile {
  layout: InvoiceLayout;
  /** In the order in which they are booked: the oldest first. */
  invoices: ReadInvoice[];
  problems: LineProblem[];
}

/** Reads an invoice file. Throws if its layout is not known; problems of single lines are listed. */
export function readInvoiceFile(bytes: Buffer, chosen: InvoiceLayout | undefined): InvoiceFile {
  const text = decodeCsv(bytes);
  const delimiter = delimiterOf(text);
  const lines: InvoiceLine[] = [];
  const problems: LineProblem[] = [];
  let layout: InvoiceLayout | undefined;
  let read: LineReader | undefined;
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const stopped = readRecords<'too_many'>(text, { delimiter, start }, ({ line, cells }) => {
    if (cells.every((cell) => cell.trim() === '')) return null;
    if (!layout || !read) {
      layout = layoutOf(cells, chosen);
      read = LAYOUTS[layout].reader(cells, delimiter === ';');
      if (LAYOUTS[layout].hasHeader) return null;
    }
    try {
      lines.push(...read(cells, line));
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      problems.push({ line, message: error.message });
    }
    return lines.length + problems.length > MAX_INVOICE_LINES ? 'too_many' : null;
  });
  if (stopped === 'too_many') throw refused(CARRIER_INVOICES.tooManyLines);
  if (stopped) throw refused(problemText(stopped));
  if (!layout || lines.length + problems.length === 0) throw refused(CARRIER_INVOICES.noLines);
  return { layout, invoices: invoicesOf(lines), problems };
}

function layoutOf(first: readonly string[], chosen: InvoiceLayout | undefined): InvoiceLayout {
  const names = chosen ? [chosen] : (Object.keys(LAYOUTS) as InvoiceLayout[]);
  const found = names.find((name) => LAYOUTS[name].isOne(first));
  if (found) return found;
  throw refused(chosen ? CARRIER_INVOICES.notThisLayout(chosen) : CARRIER_INVOICES.unknownLayout);
}

const refused = (message: string) =>
  new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'file', message }] });

function invoicesOf(lines: readonly InvoiceLine[]): ReadInvoice[] {
  const invoices = new Map<string, ReadInvoice>();
  const seen = new Map<string, number>();
  for (const line of lines) {
    const { carrier, account, number } = line.invoice;
    const key = JSON.stringify([carrier, account, number]);
    const invoice = invoices.get(key) ?? {
      ...line.invoice,
      date: line.invoiceDate,
      statedTotalCents: line.statedTotalCents,
      totalCents: 0,
      lines: [],
    };
    invoices.set(key, invoice);
    const content = contentOf(line);
    const nth = (seen.get(key + content) ?? 0) + 1;
    seen.set(key + content, nth);
    invoice.lines.push({ ...line, hash: digest(`${content}#${nth}`) });
    invoice.totalCents += line.cents;
  }
  return [...invoices.values()].toSorted(
    (one, other) => compare(one.date, other.date) || compare(one.number, other.number),
  );
}

/** Only what the file itself says: another version may explain a charge differently. */
const contentOf = ({ trackingNumbers, transactionId, description, cents }: InvoiceLine) =>
  JSON.stringify([trackingNumbers[0] ?? '', transactionId, description, cents]);

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
