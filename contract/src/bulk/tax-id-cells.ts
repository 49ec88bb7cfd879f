import type { TaxId } from '../customs/declaration.ts';
import { maskTaxId, OTHER_TAX_ID } from '../customs/tax-ids.ts';
import type { BulkColumn } from './columns.ts';

/** The server shows their cells masked and accepts the masked text as "unchanged". */
export const TAX_ID_COLUMNS = ['sender_tax_id', 'recipient_tax_id'] as const satisfies readonly BulkColumn[];
export type TaxIdColumn = (typeof TAX_ID_COLUMNS)[number];

const WITH_KIND = /^([A-Za-z]{2}-[A-Za-z]{2,12})\s*:\s*(.+)$/s;

/** `BR-CPF: 123.456.789-09`, or the number alone. */
export function readTaxId(text: string): TaxId | null {
  if (text === '') return null;
  const [, kind, number] = WITH_KIND.exec(text) ?? [];
  return kind && number ? { kind: kind.toUpperCase(), number } : { kind: OTHER_TAX_ID, number: text };
}

/** `BR-CPF: ••••••••••••09` */
export function maskTaxIdCell(text: string): string {
  const taxId = readTaxId(text.trim());
  if (!taxId) return '';
  const masked = maskTaxId(taxId.number);
  return taxId.kind === OTHER_TAX_ID ? masked : `${taxId.kind}: ${masked}`;
}

export const isMaskedTaxId = (text: string): boolean => text.includes('•');
