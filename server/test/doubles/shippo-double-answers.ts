import { newId } from '../../src/platform/ids.ts';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';

/** Fields of every Shippo object. */
export interface ShippoObject {
  object_id: string;
  object_created: string;
  object_updated: string;
  object_owner: string;
  test: boolean;
}

export function newObject(): ShippoObject {
  const now = new Date().toISOString();
  return {
    object_id: newId().replaceAll('-', ''),
    object_created: now,
    object_updated: now,
    object_owner: 'double@lading.example',
    test: true,
  };
}

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const ok = (body: unknown): DoubleAnswer => ({ status: 200, body });
export const created = (body: unknown): DoubleAnswer => ({ status: 201, body });
export const notFound = (): DoubleAnswer => ({ status: 404, body: { detail: 'Not found.' } });
export const badField = (name: string, text: string): DoubleAnswer => ({
  status: 400,
  body: { [name]: [text] },
});
export const missing = (name: string) => badField(name, 'This field is required.');

const PAGE_SIZE = 25;
const LARGEST_PAGE = 100;

/** A page, newest first, with the URLs of the previous and next page. */
export function pageOf<T>(
  items: readonly T[],
  { path, query }: DoubleRequest,
  url: string,
  show: (item: T) => unknown = (item) => item,
): DoubleAnswer {
  const page = Number(query.get('page') ?? 1);
  const size = Math.min(Number(query.get('results') ?? PAGE_SIZE), LARGEST_PAGE);
  const last = Math.max(1, Math.ceil(items.length / size));
  if (!(page >= 1 && page <= last)) return { status: 404, body: { detail: 'Invalid page.' } };
  const link = (number: number) => {
    const other = new URLSearchParams(query);
    other.set('page', String(number));
    return `${url}${path}?${other}`;
  };
  return ok({
    next: page < last ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    results: items
      .toReversed()
      .slice((page - 1) * size, page * size)
      .map(show),
  });
}
