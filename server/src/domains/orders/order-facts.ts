import type { OrderRecipient } from '@lading/contract/orders/orders.ts';
import { US_TERRITORIES } from '@lading/contract/regions.ts';
import type { RuleFacts } from '../order-rules/rule-facts.ts';
import type { OrderContext } from './order-context.ts';
import { type BasePreparation, type Pieces, setByPerson } from './prepare-order.ts';
import type { StoredOrder } from './saved-orders.store.ts';

/** Territories of the United States are domestic. */
const homeOf = (country: string) => (US_TERRITORIES.has(country) ? 'US' : country);

const valueOfPieces = (pieces: readonly Pieces[]) =>
  pieces.reduce((sum, { item, quantity }) => sum + item.unitPriceCents * quantity, 0);

/** What rules know about an order. */
export function orderFacts(
  order: StoredOrder,
  recipient: OrderRecipient | null,
  base: BasePreparation,
  { open, sender, sourceNames }: Pick<OrderContext, 'open' | 'sender' | 'sourceNames'>,
): RuleFacts {
  const byPerson = setByPerson(order.preparation);
  if (order.hold_reason !== null && order.hold_rule_id === null) byPerson.add('hold');
  const country = recipient?.country ?? '';
  return {
    source: { id: order.source_id, name: sourceNames.get(order.source_id) ?? '' },
    country,
    region: recipient?.state ?? '',
    postalCode: recipient?.zipCode ?? '',
    isInternational: country !== '' && homeOf(country) !== homeOf(sender.address.country),
    totalCents: order.total_cents,
    items: open.map(({ item: { sku, title } }) => ({ sku, title })),
    pieces: open.reduce((sum, { quantity }) => sum + quantity, 0),
    shippingMethod: order.shipping_method,
    hasBuyerNote: order.notes.buyer !== '',
    tags: [...order.tags, ...order.shop_tags],
    insurableCents: order.currency === 'USD' ? valueOfPieces(open) : null,
    weight: base.weight,
    package: base.package,
    byPerson,
    releasedHolds: new Set(order.released_holds),
  };
}
