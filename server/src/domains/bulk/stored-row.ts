import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import type { BulkShipment } from '@lading/contract/bulk/row.ts';
import {
  isMaskedTaxId,
  maskTaxIdCell,
  TAX_ID_COLUMNS,
  type TaxIdColumn,
} from '@lading/contract/bulk/tax-id-cells.ts';
import type { CustomsDeclaration, TaxId } from '@lading/contract/customs/declaration.ts';
import { maskTaxId } from '@lading/contract/customs/tax-ids.ts';
import type { SealingKeys } from '../../platform/sealed-secrets.ts';
import type { StoredCustoms, StoredTaxId } from '../pricing/stored-declaration.ts';

/** A cell with a tax ID at rest. */
interface SealedCell {
  /** Base64. */
  sealed: string;
  masked: string;
}

type CellsWith<Cell> = Omit<BulkCells, TaxIdColumn> & Partial<Record<TaxIdColumn, Cell>>;

/** Cells as they are written. */
export type SealedCells = CellsWith<SealedCell | ''>;
/** Cells as they are read: rows of earlier versions have plain numbers until the sweep encrypts them. */
export type StoredCells = CellsWith<SealedCell | string>;

/** The row of the file. A cell that was read as a tax ID names its column. */
export type StoredOriginal = (string | (SealedCell & { column: TaxIdColumn }))[];

export type SealedShipment = Omit<BulkShipment, 'customs'> & { customs?: StoredCustoms };
export type StoredShipment = Omit<BulkShipment, 'customs'> & { customs?: StoredCustoms | CustomsDeclaration };

export interface RowKeys {
  keys: SealingKeys;
  userId: string;
}

// Writing ---------------------------------------------------------------------------------------------------

const sealText = ({ keys, userId }: RowKeys, text: string): string =>
  keys.seal(userId, Buffer.from(text)).toString('base64');

const sealCell = (by: RowKeys, text: string): SealedCell => ({
  sealed: sealText(by, text),
  masked: maskTaxIdCell(text),
});

export function sealCells(by: RowKeys, cells: StoredCells): SealedCells {
  const { sender_tax_id: _sender, recipient_tax_id: _recipient, ...others } = cells;
  const stored: SealedCells = others;
  for (const column of TAX_ID_COLUMNS) {
    const cell = cells[column];
    if (cell !== undefined)
      stored[column] = typeof cell === 'string' && cell !== '' ? sealCell(by, cell) : (cell as '');
  }
  return stored;
}

/** Ignores spaces and punctuation: files may have a number twice. */
const plain = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Replaces every cell of the file's row that has the same number as a plain tax ID cell. */
function replaceTaxIds(
  cells: StoredCells,
  original: StoredOriginal,
  replace: (text: string, column: TaxIdColumn) => StoredOriginal[number],
): StoredOriginal {
  const columns = new Map<string, TaxIdColumn>();
  for (const column of TAX_ID_COLUMNS) {
    const cell = cells[column];
    if (typeof cell === 'string' && plain(cell) !== '') columns.set(plain(cell), column);
  }
  if (columns.size === 0) return original;
  return original.map((text) => {
    if (typeof text !== 'string') return text;
    const column = columns.get(plain(text));
    return column ? replace(text, column) : text;
  });
}

export const sealOriginal = (by: RowKeys, cells: StoredCells, original: StoredOriginal): StoredOriginal =>
  replaceTaxIds(cells, original, (text, column) => ({ column, ...sealCell(by, text) }));

export function sealShipment(by: RowKeys, shipment: StoredShipment): SealedShipment {
  const { customs, ...others } = shipment;
  if (!customs) return others;
  const seal = (taxId: TaxId | StoredTaxId | null): StoredTaxId | null =>
    taxId && 'number' in taxId
      ? { kind: taxId.kind, sealed: sealText(by, taxId.number), masked: maskTaxId(taxId.number) }
      : taxId;
  const sealed = {
    ...customs,
    senderTaxId: seal(customs.senderTaxId),
    recipientTaxId: seal(customs.recipientTaxId),
  };
  return { ...others, customs: sealed };
}

// Reading ---------------------------------------------------------------------------------------------------

const opened = ({ keys, userId }: RowKeys, sealed: string): string | null =>
  keys.open(userId, Buffer.from(sealed, 'base64'))?.toString() ?? null;

/** A number that no key can decrypt stays masked, so the check asks the client for it. */
const openCell = (by: RowKeys, cell: SealedCell | string): string =>
  typeof cell === 'string' ? cell : (opened(by, cell.sealed) ?? cell.masked);

const withTaxIds = (cells: StoredCells, textOf: (cell: SealedCell | string) => string): BulkCells => {
  const { sender_tax_id: _sender, recipient_tax_id: _recipient, ...others } = cells;
  const shown: BulkCells = others;
  for (const column of TAX_ID_COLUMNS) {
    const cell = cells[column];
    if (cell !== undefined) shown[column] = textOf(cell);
  }
  return shown;
};

export const openCells = (by: RowKeys, cells: StoredCells): BulkCells =>
  withTaxIds(cells, (cell) => openCell(by, cell));

/** Null if no key can decrypt a tax ID. */
export function openShipment(by: RowKeys, { customs, ...others }: StoredShipment): BulkShipment | null {
  if (!customs) return others;
  let isOpen = true;
  const open = (taxId: TaxId | StoredTaxId | null): TaxId | null => {
    if (!taxId || 'number' in taxId) return taxId;
    const number = opened(by, taxId.sealed);
    isOpen &&= number !== null;
    return { kind: taxId.kind, number: number ?? '' };
  };
  const plainCustoms = {
    ...customs,
    senderTaxId: open(customs.senderTaxId),
    recipientTaxId: open(customs.recipientTaxId),
  };
  return isOpen ? { ...others, customs: plainCustoms } : null;
}

const maskedText = (cell: SealedCell | string) =>
  typeof cell === 'string' ? maskTaxIdCell(cell) : cell.masked;

/** What screens, lists and exports show. */
export const maskedCells = (cells: StoredCells): BulkCells => withTaxIds(cells, maskedText);

export const maskedOriginal = (cells: StoredCells, original: StoredOriginal): string[] =>
  replaceTaxIds(cells, original, maskTaxIdCell).map((cell) =>
    typeof cell === 'string' ? cell : cell.masked,
  );

/** A masked tax ID in an edit keeps the number that it masks: the current one, or the one in the file. */
export function withKeptTaxIds(
  by: RowKeys,
  row: { cells: StoredCells; original: StoredOriginal },
  edited: BulkCells,
): BulkCells {
  const kept = { ...edited };
  for (const column of TAX_ID_COLUMNS) {
    const text = edited[column]?.trim();
    if (text === undefined || !isMaskedTaxId(text)) continue;
    const stored = [
      row.cells[column] ?? '',
      ...row.original.filter((cell) => typeof cell !== 'string' && cell.column === column),
    ];
    const same = stored.find((cell) => maskedText(cell) === text);
    if (same) kept[column] = openCell(by, same);
  }
  return kept;
}
