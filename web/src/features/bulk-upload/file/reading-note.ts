import { counted, formatCount } from '@lading/contract/format-count.ts';
import type { TableSummary } from './file-messages.ts';

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  '\t': 'tabs',
  ' ': 'spaces',
  ';': 'semicolons',
  '|': 'vertical bars',
};

/** How the file was read, if not as plain comma-separated UTF-8. */
export function readingNote({
  encoding,
  delimiter,
}: Pick<TableSummary, 'encoding' | 'delimiter'>): string | null {
  const separated =
    delimiter === ',' ? null : `columns separated by ${DELIMITER_NAMES[delimiter] ?? delimiter}`;
  if (encoding !== 'UTF-8') return `Read as ${encoding}${separated ? `, ${separated}` : ''}`;
  return separated && `Read with ${separated}`;
}

const SHOWN = 5;

/** “lines 3, 4 and 7 more” */
export function lineList(lines: readonly number[]): string {
  const shown = lines.slice(0, SHOWN).join(', ');
  const more = lines.length - SHOWN;
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

/** “Shopify orders export · 42 orders in 57 rows” */
export function tableTitle({ match, shipmentCount, rowCount }: TableSummary, fileName: string): string {
  if (match.kind !== 'export') return `${fileName} · ${counted(rowCount, 'row')}`;
  const orders = counted(shipmentCount, 'order');
  return `${match.title} · ${orders}${rowCount === shipmentCount ? '' : ` in ${counted(rowCount, 'row')}`}`;
}
