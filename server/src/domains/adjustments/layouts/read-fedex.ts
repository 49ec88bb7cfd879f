import type { InvoiceLine, Layout, Measured } from '../invoice-lines.ts';
import { reasonOfCharge } from './charge-reasons.ts';
import {
  readCents,
  readDate,
  readDimensions,
  readGrams,
  readOptionalCents,
  readRequired,
  readText,
} from './read-cells.ts';
import { trackingCandidates } from './tracking-numbers.ts';

/** FedEx Billing Online with all columns: one row per tracking ID, with up to 25 pairs of charges. */
const REQUIRED = [
  'Invoice Number',
  'Invoice Date',
  'Express or Ground Tracking ID',
  'Net Charge Amount',
] as const;
const CHARGE = 'tracking id charge description';
const AMOUNT = 'tracking id charge amount';

/** Some tools number the repeated columns: 'Tracking ID Charge Amount (2)'. */
const nameOf = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/\s*\(\d+\)$/, '');

export const FEDEX_LAYOUT: Layout = {
  hasHeader: true,
  isOne: (first) => {
    const names = new Set(first.map(nameOf));
    return REQUIRED.every((column) => names.has(column.toLowerCase()));
  },
  reader: (first) => {
    const columns = new Columns(first);
    return (cells, line) => linesOf(columns, cells, line);
  },
};

class Columns {
  readonly #first = new Map<string, number>();
  /** Positions of a charge's description and amount. */
  readonly pairs: readonly (readonly [number, number])[];

  constructor(titles: readonly string[]) {
    const names = titles.map(nameOf);
    names.forEach((name, position) => {
      if (!this.#first.has(name)) this.#first.set(name, position);
    });
    this.pairs = names.flatMap((name, position) =>
      name === CHARGE && names[position + 1] === AMOUNT ? [[position, position + 1] as const] : [],
    );
  }

  of(cells: readonly string[], title: string): string {
    const position = this.#first.get(title.toLowerCase());
    return position === undefined ? '' : (cells[position] ?? '');
  }
}

function linesOf(columns: Columns, cells: readonly string[], line: number): InvoiceLine[] {
  const at = (title: string) => columns.of(cells, title);
  const id = readText(at('Express or Ground Tracking ID'), 'Express or Ground Tracking ID', 60);
  const prefix = readText(at('Ground Tracking ID Prefix'), 'Ground Tracking ID Prefix', 20);
  const shared = {
    invoice: {
      carrier: 'FedEx' as const,
      account: readText(at('Bill to Account Number'), 'Bill to Account Number', 60),
      number: readRequired(at('Invoice Number'), 'Invoice Number', 60),
    },
    invoiceDate: readDate(at('Invoice Date'), 'Invoice Date'),
    statedTotalCents: readOptionalCents(at('Original Amount Due'), 'Original Amount Due'),
    line,
    trackingNumbers: id === '' ? [] : trackingCandidates(id, `${prefix}${id}`),
    transactionId: null,
    measured: measuredOf(at),
  };
  const freight = readOptionalCents(at('Transportation Charge Amount'), 'Transportation Charge Amount') ?? 0;
  const net = readCents(at('Net Charge Amount'), 'Net Charge Amount');
  const service = readText(at('Service Type'), 'Service Type', 150);
  const charges = chargesOf(columns, cells);
  const rest = net - freight - charges.reduce((sum, { cents }) => sum + cents, 0);
  return [
    ...(freight === 0
      ? []
      : [
          {
            ...shared,
            kind: 'freight' as const,
            reason: 'unknown' as const,
            description: `Transportation ${service}`.trim(),
            cents: freight,
          },
        ]),
    ...charges.map((charge) => ({ ...shared, ...charge })),
    // The net charge is what FedEx bills, even if its parts add up to a different amount.
    ...(rest === 0
      ? []
      : [
          {
            ...shared,
            kind: 'charge' as const,
            reason: 'unknown' as const,
            description: 'Other charges',
            cents: rest,
          },
        ]),
  ];
}

function chargesOf(columns: Columns, cells: readonly string[]) {
  return columns.pairs.flatMap(([descriptionAt, amountAt]) => {
    const description = readText(cells[descriptionAt] ?? '', 'Tracking ID Charge Description', 200);
    const cents = readOptionalCents(cells[amountAt] ?? '', 'Tracking ID Charge Amount') ?? 0;
    if (cents === 0) return [];
    const reason = reasonOfCharge(description);
    return [
      {
        kind: CORRECTIONS.has(reason) ? ('correction' as const) : ('charge' as const),
        reason,
        description,
        cents,
      },
    ];
  });
}

/** FedEx never quotes these with a label. */
const CORRECTIONS: ReadonlySet<string> = new Set([
  'address_correction',
  'return',
  'duplicate_use',
  'zone',
  'weight',
]);

function measuredOf(at: (title: string) => string): Measured {
  const weightGrams =
    readGrams(at('Actual Weight Amount'), at('Actual Weight Units')) ??
    readGrams(at('Rated Weight Amount'), at('Rated Weight Units'));
  const dimensions = readDimensions([at('Dim Length'), at('Dim Width'), at('Dim Height')], at('Dim Unit'));
  const zone = at('Zone Code').trim();
  return {
    ...(weightGrams && { weightGrams }),
    ...(dimensions && { dimensions }),
    ...(zone !== '' && { zone }),
  };
}
