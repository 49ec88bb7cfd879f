import {
  BULK_COLUMNS,
  type BulkColumn,
  ITEM_COLUMNS,
  PARTIES,
  REQUIRED_COLUMNS,
} from '@lading/contract/bulk/columns.ts';
import { namePairs, normalizeHeader, SYNONYMS } from './column-synonyms.ts';
import { KNOWN_EXPORTS, type KnownExport } from './known-exports.ts';

/** The header positions that each of our columns is read from; several are joined by a space. */
export type ColumnMap = Partial<Record<BulkColumn, readonly number[]>>;

export type Match =
  | { kind: 'template'; columns: ColumnMap }
  | {
      kind: 'export';
      columns: ColumnMap;
      name: string;
      title: string;
      /** The positions of the columns that decide whether an item is used, if the file has them. */
      currency: number | null;
      requiresShipping: number | null;
    }
  /** `guessed` lists the columns found under a name other than ours. */
  | { kind: 'guess'; columns: ColumnMap; guessed: BulkColumn[] };

/** The first position of each name; repeated names are ignored. */
function placesOf(header: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, name] of header.map(normalizeHeader).entries())
    if (name !== '' && !places.has(name)) places.set(name, index);
  return places;
}

function exactColumns(places: ReadonlyMap<string, number>): ColumnMap {
  const columns: ColumnMap = {};
  for (const column of BULK_COLUMNS) {
    const place = places.get(normalizeHeader(column));
    if (place !== undefined) columns[column] = [place];
  }
  return columns;
}

function exportColumns(known: KnownExport, places: ReadonlyMap<string, number>): ColumnMap | null {
  const placeOf = (name: string) =>
    places.get(normalizeHeader(name)) ?? places.get(normalizeHeader(known.alternatives?.[name] ?? name));
  const columns: ColumnMap = {};
  for (const column of BULK_COLUMNS) {
    const names = known.columns[column];
    if (!names) continue;
    const found = names.map(placeOf);
    if (found.includes(undefined)) return null;
    columns[column] = found.filter((place) => place !== undefined);
  }
  for (const [column, name] of Object.entries(known.contents ?? {}) as [BulkColumn, string][]) {
    const place = placeOf(name);
    if (place !== undefined) columns[column] = [place];
  }
  return columns;
}

/** The share of an export's columns that a file must have to be recognized. */
const SHARED_AT_LEAST = 0.5;

const shared = (known: KnownExport, places: ReadonlyMap<string, number>) => {
  const has = (name: string) => places.has(normalizeHeader(name));
  const count = known.headers.filter((name) => has(name) || has(known.alternatives?.[name] ?? name)).length;
  return count / known.headers.length;
};

function matchExport(places: ReadonlyMap<string, number>): Match | null {
  for (const known of KNOWN_EXPORTS) {
    const columns = exportColumns(known, places);
    if (columns && shared(known, places) >= SHARED_AT_LEAST)
      return {
        kind: 'export',
        columns,
        name: known.name,
        title: known.title,
        currency: places.get(normalizeHeader(known.currency ?? '')) ?? null,
        requiresShipping: places.get(normalizeHeader(known.requiresShipping ?? '')) ?? null,
      };
  }
  return null;
}

/** Matches our own names first, then the most likely other name. Each column of the file is used once. */
function guess(places: ReadonlyMap<string, number>): Match {
  const columns = exactColumns(places);
  const taken = new Set(Object.values(columns).flat());
  const guessed: BulkColumn[] = [];
  const take = (column: BulkColumn, found: readonly (number | undefined)[]) => {
    const free = found.filter((place) => place !== undefined && !taken.has(place)) as number[];
    if (columns[column] || free.length < found.length) return;
    columns[column] = free;
    guessed.push(column);
    for (const place of free) taken.add(place);
  };
  for (const column of BULK_COLUMNS)
    for (const name of SYNONYMS.get(column) ?? []) take(column, [places.get(name)]);
  for (const party of PARTIES)
    for (const pair of namePairs(party))
      take(
        `${party}_fullname`,
        pair.map((name) => places.get(name)),
      );
  return { kind: 'guess', ...withParcelWeight(columns, guessed) };
}

/** Without other columns about items, “Item weight” is the weight of the parcel. */
function withParcelWeight(columns: ColumnMap, guessed: BulkColumn[]) {
  const { item_weight: weight, ...others } = columns;
  const hasItems = ITEM_COLUMNS.some((column) => column !== 'item_weight' && columns[column]);
  if (!weight || hasItems || columns.package_weight) return { columns, guessed };
  return {
    columns: { ...others, package_weight: weight },
    guessed: [...guessed.filter((column) => column !== 'item_weight'), 'package_weight' as const],
  };
}

export function matchColumns(header: readonly string[]): Match {
  const places = placesOf(header);
  const exact = exactColumns(places);
  if (REQUIRED_COLUMNS.every((column) => exact[column])) return { kind: 'template', columns: exact };
  return matchExport(places) ?? guess(places);
}

const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...[...SYNONYMS.values()].flat(),
  ...BULK_COLUMNS.map(normalizeHeader),
  ...KNOWN_EXPORTS.flatMap(({ headers, alternatives }) => [
    ...headers,
    ...Object.values(alternatives ?? {}),
  ]).map(normalizeHeader),
]);

/** The number of cells that are known column names. */
export const countKnownNames = (cells: readonly string[]): number =>
  new Set(cells.map(normalizeHeader).filter((name) => KNOWN_NAMES.has(name))).size;
