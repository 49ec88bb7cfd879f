import { newId } from '../../platform/ids.ts';
import type {
  ChangedRequest,
  Connection,
  OrderSource,
  ShippedParcel,
  ShopItem,
  ShopOrder,
  SourceSecrets,
} from './port.ts';

/** How long a store that rate-limits a report asks us to wait. */
export const LIMITED_MS = 40_000;
export const LIMITED = { status: 429, headers: { 'retry-after': '40' }, body: {} };

/** All pages until the last. */
export async function readPages(source: OrderSource, connection: Connection, changedSince: Date | null) {
  const orders: ShopOrder[] = [];
  let pages = 0;
  for (let page: ChangedRequest['page'] = null; pages === 0 || page !== null; pages += 1) {
    const answer = await source.readChanged(connection, { changedSince, page });
    orders.push(...answer.orders);
    page = answer.next;
  }
  return { orders, pages };
}

export async function listAllOpen(source: OrderSource, connection: Connection): Promise<string[]> {
  const found: string[] = [];
  let page: string | null = null;
  do {
    const answer = await source.listOpen(connection, page);
    found.push(...answer.externalIds);
    page = answer.next;
  } while (page !== null);
  return found;
}

let parcels = 0;

/** A parcel with the named items, or with everything that remains. */
export function makeParcel(order: ShopOrder, items?: readonly ShopItem[]): ShippedParcel {
  parcels += 1;
  const contents = items ?? order.items.filter(({ remaining }) => remaining > 0);
  const trackingNumber = `94001${String(parcels).padStart(17, '0')}`;
  return {
    id: newId(),
    order: { externalId: order.externalId, number: order.number, reporting: order.reporting },
    items: contents.map(({ externalId, remaining, sku, title }) => ({
      externalId,
      quantity: remaining,
      sku,
      title,
    })),
    isWholeOrder: items === undefined,
    carrier: 'USPS',
    service: 'Ground Advantage',
    trackingNumber,
    trackingUrl: `https://tools.usps.com/go/TrackConfirmAction?tLabels=${trackingNumber}`,
    shippedAt: new Date('2026-11-16T18:00:00Z'),
    hasOtherReports: false,
    recipient: order.recipient,
  };
}

/** A connection whose secrets are in memory. `renewals` counts how often they were renewed. */
export function memoryConnection(
  address: string,
  secrets: SourceSecrets,
  settings: Partial<Connection['settings']> = {},
): Connection & { renewals(): number; current(): SourceSecrets } {
  let current = secrets;
  let renewals = 0;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    id: newId(),
    address,
    secrets,
    settings: { notifyBuyer: true, completeOrder: false, ...settings },
    renew(make) {
      const mine = turn.then(async () => {
        const made = await make(current);
        if (made !== current) renewals += 1;
        current = made;
        return current;
      });
      turn = mine.catch(() => undefined);
      return mine;
    },
    renewals: () => renewals,
    current: () => current,
  };
}
