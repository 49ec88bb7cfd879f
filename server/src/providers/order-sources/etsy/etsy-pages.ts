import type { EtsyReceipt } from './etsy-answers.ts';

/**
 * Where a list continues: after the time of its last order instead of its position. An order that changes in between
 * moves to the end of the list, and with positions alone the next order would be skipped.
 */
export interface EtsyCursor {
  /** Seconds; null from the beginning. */
  from: number | null;
  /** More orders of the same second than fit on a page. */
  offset: number;
  /** Of the first page. */
  total: number | null;
}

/** Etsy refuses earlier times. */
const EARLIEST = 946_684_800;

export const firstCursor = (since: Date | null): EtsyCursor => ({
  from: since === null ? null : Math.max(EARLIEST, Math.floor(since.getTime() / 1000)),
  offset: 0,
  total: null,
});

/** Orders of the last second are returned again, because the bound is inclusive. */
export function cursorAfter(
  at: EtsyCursor,
  results: readonly EtsyReceipt[],
  timeOf: (one: EtsyReceipt) => Date,
) {
  const last = results.at(-1);
  const from = last ? timeOf(last).getTime() / 1000 : at.from;
  return from === at.from ? { ...at, offset: at.offset + results.length } : { ...at, from, offset: 0 };
}

export const writeCursor = ({ from, offset, total }: EtsyCursor): string =>
  [from ?? '', offset, total ?? ''].join('~');

export function readCursor(text: string): EtsyCursor {
  const [from = '', offset, total = ''] = text.split('~');
  return {
    from: from === '' ? null : Number(from),
    offset: Number(offset),
    total: total === '' ? null : Number(total),
  };
}
