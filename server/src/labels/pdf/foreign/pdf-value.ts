/** Scalars keep their original bytes; only containers are parsed. */
export type PdfValue = string | Reference | PdfValue[] | PdfDictionary;
/** By name, with its slash. */
export type PdfDictionary = Map<string, PdfValue>;

export class Reference {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

export interface PdfStream {
  entries: PdfDictionary;
  bytes: Uint8Array;
}

/** Why a file cannot be used. Thrown only inside this folder; readForeignPdf returns it as a result. */
export class UnreadablePdf extends Error {}

export const isDictionary = (value: unknown): value is PdfDictionary => value instanceof Map;

/** Undefined unless it is an integer within sane bounds. */
export function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'string' && /^\+?\d{1,10}$/.test(value) ? Number(value) : undefined;
}

export function realNumber(value: unknown): number | undefined {
  return typeof value === 'string' && /^[+-]?(\d{1,9}\.?\d{0,9}|\.\d{1,9})$/.test(value)
    ? Number(value)
    : undefined;
}

/** Serializes a value with renumbered references. */
export function written(value: PdfValue, numberOf: (id: number) => number): string {
  if (typeof value === 'string') return value;
  if (value instanceof Reference) return `${numberOf(value.id)} 0 R`;
  if (Array.isArray(value)) return `[${value.map((item) => written(item, numberOf)).join(' ')}]`;
  return `<<${writtenEntries(value, numberOf)}>>`;
}

export function writtenEntries(entries: PdfDictionary, numberOf: (id: number) => number): string {
  return [...entries].map(([name, value]) => `${name} ${written(value, numberOf)}`).join(' ');
}

export function referencesIn(value: PdfValue, found: number[] = []): number[] {
  if (value instanceof Reference) found.push(value.id);
  else if (Array.isArray(value)) for (const item of value) referencesIn(item, found);
  else if (isDictionary(value)) for (const item of value.values()) referencesIn(item, found);
  return found;
}
