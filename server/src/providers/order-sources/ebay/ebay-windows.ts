import { type Clock, later } from '../../../platform/clock.ts';
import { SourceUnavailableError } from '../port.ts';
import type { EbayOrder } from './ebay-answers.ts';

interface Cursor {
  from: Date;
  /** Null: until now. */
  spanMs: number | null;
  /** How many orders the whole list has, from its first answer. */
  total: number | null;
}

/** `range` is in eBay's notation, such as `[2026-11-14T08:00:00.000Z..]`. */
type List = (range: string, offset: number) => Promise<{ total: number; orders: EbayOrder[] }>;

const MIN_SPAN_MS = 1_000;
/** Less than a page, because orders are not spread evenly. */
const FILLED = 0.75;
const MAX_ORDERS_PER_SPAN = 10_000;

/**
 * eBay's lists are unsorted and paged by position, so an order that changes between pages could hide another. This reads
 * a list in windows of time that are so short that all orders of a window are in one answer. Orders on the boundary of
 * two windows are returned twice.
 */
export async function readWindow(
  { list, clock, pageSize }: { list: List; clock: Clock; pageSize: number },
  start: Date,
  page: string | null,
): Promise<{ orders: EbayOrder[]; next: string | null; total: number | null }> {
  const cursor = page === null ? { from: start, spanMs: null, total: null } : readCursor(page);
  const { from } = cursor;
  const now = clock.now();
  let { spanMs, total } = cursor;
  for (;;) {
    const to = endOf(from, spanMs, now);
    const answer = await list(rangeOf(from, to), 0);
    total ??= answer.total;
    const isWhole = answer.orders.length >= answer.total;
    if (isWhole || (spanMs !== null && spanMs <= MIN_SPAN_MS)) {
      const orders = isWhole ? answer.orders : await readRest(list, rangeOf(from, to), answer.orders);
      const nextSpan = orders.length < pageSize / 2 ? 2 * (spanMs ?? 0) : (spanMs ?? 0);
      return { orders, next: to && writeCursor({ from: to, spanMs: nextSpan, total }), total };
    }
    spanMs =
      spanMs === null
        ? firstSpan(now.getTime() - from.getTime(), answer.total, pageSize)
        : Math.floor(spanMs / 2);
  }
}

/** The last window has no end, so it includes orders that change during the read. */
function endOf(from: Date, spanMs: number | null, now: Date): Date | null {
  if (spanMs === null) return null;
  const to = later(from, spanMs);
  return to < now ? to : null;
}

const rangeOf = (from: Date, to: Date | null) => `[${from.toISOString()}..${to?.toISOString() ?? ''}]`;

const firstSpan = (wholeMs: number, total: number, pageSize: number) =>
  Math.max(MIN_SPAN_MS, Math.floor((wholeMs * pageSize * FILLED) / total));

/** More orders changed within a second than fit on a page. */
async function readRest(list: List, range: string, first: readonly EbayOrder[]): Promise<EbayOrder[]> {
  const orders = [...first];
  for (;;) {
    const answer = await list(range, orders.length);
    orders.push(...answer.orders);
    if (answer.orders.length === 0 || orders.length >= answer.total) return orders;
    if (orders.length > MAX_ORDERS_PER_SPAN)
      throw new SourceUnavailableError('eBay returned too many orders for one second.');
  }
}

const writeCursor = ({ from, spanMs, total }: Cursor): string =>
  [from.toISOString(), spanMs ?? '', total ?? ''].join('~');

function readCursor(text: string): Cursor {
  const [from = '', spanMs = '', total = ''] = text.split('~');
  return {
    from: new Date(from),
    spanMs: spanMs === '' ? null : Number(spanMs),
    total: total === '' ? null : Number(total),
  };
}
