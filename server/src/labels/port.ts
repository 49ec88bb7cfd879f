import type { PostalAddress } from '@lading/contract/address.ts';
import type { CustomsDeclaration } from '@lading/contract/customs/declaration.ts';
import type { Carrier, Parcel } from '@lading/contract/parcel.ts';
import type { DocumentKind } from '@lading/contract/shipments.ts';

/** What a label is drawn from, besides its tracking number. */
export interface LabelRequest {
  rate: {
    carrier: Carrier;
    service: string;
    serviceName: string;
    zone: string;
    deliveryDate: string | null;
  };
  from: PostalAddress;
  to: PostalAddress;
  parcel: Parcel;
  /** YYYY-MM-DD in the operator's time zone. */
  shipDate: string;
  reference: string;
  customs: CustomsDeclaration | null;
}

/** The form in which we store a label. PDF sheets, PNG and ZPL are rendered from it on demand. */
export interface StoredLabel {
  format: 'lading-page' | 'pdf';
  bytes: Uint8Array;
}

/** A customs document with all its pages, stored like a label. */
export interface StoredDocument extends StoredLabel {
  kind: DocumentKind;
}

/** Renders stored labels of every label provider in the formats that clients print. */
export interface LabelRenderer {
  /**
   * Merges all labels into one PDF, in order. It streams, so memory does not grow with the number of labels. It reports a label
   * that it cannot place to `onSkipped` before it reads the next one. It prints the page that `onSkipped` returns in place of that label.
   */
  pdf(
    labels: Iterable<StoredLabel> | AsyncIterable<StoredLabel>,
    sheet: LabelSheet,
    onSkipped: (label: SkippedLabel) => StoredLabel | null,
  ): AsyncIterable<Uint8Array>;
  png(label: StoredLabel, dpi: PrinterDpi): Rendering<Uint8Array>;
  zpl(label: StoredLabel, dpi: PrinterDpi): Rendering<string>;
  /** How many pages a stored document has; 1 if that can't be read. */
  pageCount(document: StoredDocument): number;
  /** A packing slip in the size of a label, to be merged with labels. */
  packingSlip(slip: PackingSlip): StoredLabel;
  /** The page that is printed in place of a missing label or document, in the size of a label. */
  missingPage(missing: MissingPart): StoredLabel;
  missingZpl(missing: MissingPart, dpi: PrinterDpi): string;
  /** A page with rulers and bar codes for checking a printer, placed on the sheet like a label. */
  testPdf(sheet: LabelSheet): AsyncIterable<Uint8Array>;
}

/** What the page in place of a missing part says. */
export interface MissingPart {
  what: 'label' | 'document';
  trackingNumber: string;
  /** Why it is missing and what to do. */
  text: string;
}

/** What is in a parcel, for the person who packs it and the one who opens it. Without prices, because it may be a gift. */
export interface PackingSlip {
  store: string;
  number: string;
  /** As printed. */
  placedOn: string;
  /** "1 of 2"; null if the order has one parcel. */
  parcel: string | null;
  shipTo: string[];
  items: SlipItem[];
  giftMessage: string;
  buyerNote: string;
}

export interface SlipItem {
  title: string;
  /** Variant and SKU. */
  detail: string;
  /** In this parcel. */
  quantity: number;
  ordered: number;
}

/** The label's own size, or one or two labels per sheet of office paper. */
export type LabelSheet = { paper: '4x6' } | { paper: 'letter' | 'a4'; perPage: 1 | 2 };

export type PrinterDpi = 203 | 300;

export interface SkippedLabel {
  /** Zero-based position among the labels. */
  index: number;
  text: string;
}

export type Rendering<T> = { outcome: 'rendered'; content: T } | { outcome: 'refused'; text: string };

/** A business letter with tables, such as an invoice. It gets as many Letter pages as it needs. */
export interface LetterDocument {
  title: string;
  number: string;
  /** Marks every page as a sample. */
  sample: boolean;
  sender: { name: string; lines: string[] };
  recipient: { caption: string; lines: string[] };
  /** Captions and values beside the recipient. */
  facts: (readonly [string, string])[];
  tables: LetterTable[];
  totals: LetterTotal[];
  notes: { caption: string; text: string }[];
}

export interface LetterTable {
  title: string;
  columns: LetterColumn[];
  /** Read row by row while other requests run, because there can be thousands. */
  rows: Iterable<string[]>;
  /** The sum of the last column, if it is shown. */
  sum?: string;
}

interface LetterColumn {
  caption: string;
  /** Relative to the other columns. */
  width: number;
  align?: 'left' | 'right';
}

interface LetterTotal {
  name: string;
  amount: string;
  bold?: boolean;
}

export interface LetterPrinter {
  /** As PDF. The same document gives the same bytes. */
  print(document: LetterDocument): AsyncIterable<Uint8Array>;
}
