import type { OrderExclusion, OrderProblem, OrderStatus } from '@lading/contract/orders/orders.ts';
import type { PaidState, ShopOrder, ShopOrderState } from '../../providers/order-sources/port.ts';
import { isMarkedShipped, openItems, type PiecesOfParcel, piecesShipping } from './count-pieces.ts';
import type { StoredItem } from './orders.tables.ts';

/** Everything that decides where the inbox lists an order. */
export interface OrderFacts {
  shopState: ShopOrderState;
  paid: PaidState;
  nothingToShip: ShopOrder['nothingToShip'];
  withheld: ShopOrder['recipientWithheld'];
  isOnHold: boolean;
  items: readonly StoredItem[];
  /** All parcels of the order, even those that ended. */
  parcels: readonly PiecesOfParcel[];
  /** What the check of the order found. */
  found: readonly OrderProblem[];
  /** Why the last label failed, until the order is changed or shipped again. */
  labelError: string | null;
  /** The store's words about a report that it refused, until the client dismisses them. */
  reportRefused: string | null;
  /** The store has shipped part of the order, and its quantities do not say which items. */
  isShippedPartUnknown: boolean;
  /** The store may count the order as shipped because of our reports alone. */
  mayBeShippedByUs: boolean;
  /** Why it still shows the number of a voided label, until the client dismisses it. */
  notWithdrawn: string | null;
  /** The client has not seen the new address yet. */
  recipientChanged: boolean;
  /** The client has seen the store's last change, except a new address. */
  hasSeenChange: boolean;
  /** Changes with everything that the store says about the order. */
  revision: string;
}

interface DerivedStatus {
  status: OrderStatus;
  excluded: OrderExclusion | null;
  problems: OrderProblem[];
}

export function deriveStatus(facts: OrderFacts): DerivedStatus {
  const has = (state: PiecesOfParcel['state']) => facts.parcels.some((parcel) => parcel.state === state);
  const afterLabel = problemsAfterLabel(facts);
  const isOpen = openItems(facts.items, facts.parcels).length > 0;
  if (has('in_batch')) return listed(afterLabel.length > 0 ? 'attention' : 'in_progress', afterLabel);
  if (has('bought') && (!isOpen || facts.shopState === 'cancelled'))
    return listed(afterLabel.length > 0 ? 'attention' : 'shipped', afterLabel);
  const excluded = exclusionOf(facts, isOpen);
  if (excluded) return { status: 'excluded', excluded, problems: [] };
  const problems = [...problemsBeforeLabel(facts), ...afterLabel, ...problemsAfterVoid(facts)];
  if (facts.isOnHold) return listed('held', problems);
  return listed(problems.length > 0 ? 'attention' : 'ready', problems);
}

const listed = (status: OrderStatus, problems: OrderProblem[]): DerivedStatus => ({
  status,
  excluded: null,
  problems,
});

function exclusionOf(facts: OrderFacts, isOpen: boolean): OrderExclusion | null {
  const { shopState, nothingToShip, paid, items, mayBeShippedByUs } = facts;
  if (shopState === 'cancelled') return 'cancelled';
  if (nothingToShip) return nothingToShip;
  if (!isOpen) {
    if (items.length > 0 && items.every(({ requiresShipping }) => !requiresShipping)) return 'digital';
    return shopState === 'shipped' || isMarkedShipped(items) ? 'shipped_elsewhere' : 'nothing_left';
  }
  if (shopState === 'shipped' && !mayBeShippedByUs) return 'shipped_elsewhere';
  if (paid === 'no' || paid === 'partly') return 'unpaid';
  return shopState === 'on_hold' ? 'on_hold' : null;
}

function problemsBeforeLabel(facts: OrderFacts): OrderProblem[] {
  const { withheld, found, labelError, hasSeenChange, revision } = facts;
  const problems: OrderProblem[] = [
    ...(isPartUnknown(facts) && !hasSeenChange ? [{ code: 'partly_shipped', revision } as const] : []),
    ...(labelError === null ? [] : [{ code: 'label_failed', detail: labelError } as const]),
  ];
  if (!withheld) return [...problems, ...found];
  const others = found.filter(({ code }) => code !== 'address_incomplete' && code !== 'customs_missing');
  return [...problems, { code: 'address_withheld' }, ...others];
}

/** False if a label of ours explains the part that the store has shipped. */
const isPartUnknown = ({ isShippedPartUnknown, mayBeShippedByUs, parcels }: OrderFacts): boolean =>
  isShippedPartUnknown && !mayBeShippedByUs && !parcels.some(({ state }) => state === 'bought');

function problemsAfterLabel(facts: OrderFacts): OrderProblem[] {
  const changes = changesAfterLabel(facts);
  return [
    ...(changes.length > 0
      ? [{ code: 'changed_after_label', detail: changes.join(' '), revision: facts.revision }]
      : []),
    ...(facts.reportRefused === null ? [] : [{ code: 'report_refused', detail: facts.reportRefused }]),
  ];
}

const problemsAfterVoid = ({ notWithdrawn }: OrderFacts): OrderProblem[] =>
  notWithdrawn === null ? [] : [{ code: 'report_not_withdrawn', detail: notWithdrawn }];

/** What the store changed while the order was in a batch or had a label. */
const CHANGES = {
  canceled: 'The store canceled the order.',
  shipped: 'The store marked the order as shipped.',
  part: 'The store marked part of the order as shipped.',
  onHold: 'The store put the order on hold.',
  unpaid: 'The order is no longer fully paid in the store.',
  recipient: 'The address was changed in the store.',
  quantity: 'The store reduced the quantity.',
} as const;

/** Whether the client is shown a new address, among other changes. */
export const namesNewAddress = (detail: string): boolean => detail.includes(CHANGES.recipient);

/** All that matter, because the client dismisses them together. Only a cancellation matters more than the others. */
function changesAfterLabel(facts: OrderFacts): string[] {
  const shipping = piecesShipping(facts.parcels);
  if (shipping.size === 0) return [];
  const { shopState, hasSeenChange, recipientChanged } = facts;
  if (shopState === 'cancelled') return hasSeenChange ? [] : [CHANGES.canceled];
  const isInBatch = facts.parcels.some(({ state }) => state === 'in_batch');
  const changes = isInBatch && !hasSeenChange ? changesInBatch(facts) : [];
  // An address that changes after the shipment says nothing about the parcel.
  if (recipientChanged && (isInBatch || shopState !== 'shipped')) changes.push(CHANGES.recipient);
  if (!hasSeenChange && isReduced(facts, shipping)) changes.push(CHANGES.quantity);
  return changes;
}

/** Changes that are a reason not to buy the label. They no longer matter once the label is bought. */
function changesInBatch(facts: OrderFacts): string[] {
  const { shopState, paid, mayBeShippedByUs } = facts;
  const changes: string[] = [];
  if (shopState === 'shipped' && !mayBeShippedByUs) changes.push(CHANGES.shipped);
  if (isPartUnknown(facts)) changes.push(CHANGES.part);
  if (shopState === 'on_hold') changes.push(CHANGES.onHold);
  if (paid === 'no' || paid === 'partly') changes.push(CHANGES.unpaid);
  return changes;
}

/** If the store has shipped the order or a part of it, its remaining quantities tell us nothing about our parcels. */
function isReduced({ shopState, items }: OrderFacts, shipping: ReadonlyMap<string, number>): boolean {
  if (shopState === 'shipped' || shopState === 'partly_shipped') return false;
  const needed = new Map(items.map((item) => [item.externalId, item.needed]));
  return [...shipping].some(([id, pieces]) => pieces > (needed.get(id) ?? 0));
}
