import { numberOf } from './shopify-ids.ts';

/**
 * A position in a list that is sorted by id. Shopify does not page to the end of a very long list, so the list is read in
 * windows: each one starts at an id.
 */
interface ListPosition {
  /** The smallest id of the window; null for the first window. */
  fromId: string | null;
  /** How many entries of the window were read. */
  read: number;
  /** The cursor. */
  after: string | null;
}

const WRITTEN = /^(\d*)\/(\d+)\/(.*)$/s;

/** Versions before the windows wrote only the cursor. */
export function positionOf(page: string | null): ListPosition {
  const [, fromId, read, after] = WRITTEN.exec(page ?? '') ?? [];
  return { fromId: fromId || null, read: Number(read ?? 0), after: (read ? after : page) || null };
}

/** The page after `entries`, of which `cursor` is the end. */
export function pageAfter(
  { fromId, read }: ListPosition,
  entries: readonly { id: string }[],
  cursor: string,
  windowSize: number,
): string {
  const last = entries.at(-1);
  const readNow = read + entries.length;
  if (!last || readNow < windowSize) return `${fromId ?? ''}/${readNow}/${cursor}`;
  return `${BigInt(numberOf(last.id)) + 1n}/0/`;
}
