import type { OrderRecipient } from '@lading/contract/orders/orders.ts';
import type { SearchText } from './order-search-texts.store.ts';
import type { OrderPieces, StoredOrder } from './saved-orders.store.ts';

const MAX_LENGTH = 4_000;

const textOf = (words: readonly string[]): string =>
  [...new Set(words)].filter(Boolean).join(' ').toLowerCase().slice(0, MAX_LENGTH).toWellFormed();

/** What a search in the inbox finds about an order. */
export function searchTextsOf(
  { id, number, items }: Pick<StoredOrder, 'id' | 'number' | 'items'>,
  recipient: OrderRecipient | null,
  parcels: readonly OrderPieces[],
): SearchText[] {
  const { fullName = '', company = '', email = '', city = '' } = recipient ?? {};
  const order = textOf([number, fullName, company, email, city, ...items.map(({ sku }) => sku)]);
  const tracking = textOf(parcels.map(({ tracking_number }) => tracking_number ?? ''));
  const texts: SearchText[] = [{ order_id: id, part: 'order', search_text: order }];
  if (tracking !== '') texts.push({ order_id: id, part: 'tracking', search_text: tracking });
  return texts;
}
