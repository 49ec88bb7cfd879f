import type { OrderExclusion, OrderProblem, OrderStatus } from '@lading/contract/orders/orders.ts';
import type { PaidState, ShopOrder, ShopOrderState } from '../../providers/order-sources/port.ts';
import { openItems, type PiecesOfParcel, piecesShipping } from './count-pieces.ts';
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
  /** The store still shows the number of a voided label. */
  showsVoidedLabel: boolean;
  /** Why it does, until the client dismisses it. */
  notWithdrawn: string | null;
  recipientChanged: boolean;
  /** The client has seen the store's last change. */
  hasSeenChange: boolean;
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
  const { shopState, nothingToShip, paid, items, showsVoidedLabel } = facts;
  if (shopState === 'cancelled') return 'cancelled';
  if (nothingToShip) return nothingToShip;
  if (!isOpen) {
    if (items.length > 0 && items.every(({ requiresShipping }) => !requiresShipping)) return 'digital';
    return shopState === 'shipped' ? 'shipped_elsewhere' : 'nothing_left';
  }
  // The store may count only the voided label.
  if (shopState === 'shipped' && !showsVoidedLabel) return 'shipped_elsewhere';
  if (paid === 'no' || paid === 'partly') return 'unpaid';
  return shopState === 'on_hold' ? 'on_hold' : null;
}

function problemsBeforeLabel({ withheld, found, labelError }: OrderFacts): OrderProblem[] {
  const problems: OrderProblem[] = labelError === null ? [] : [{ code: 'label_failed', detail: labelError }];
  if (!withheld) return [...problems, ...found];
  const others = found.filter(({ code }) => code !== 'address_incomplete' && code !== 'customs_missing');
  return [...problems, { code: 'address_withheld' }, ...others];
}

function problemsAfterLabel(facts: OrderFacts): OrderProblem[] {
  const change = changeAfterLabel(facts);
  return [
    ...(change ? [{ code: 'changed_after_label', detail: change }] : []),
    ...(facts.reportRefused === null ? [] : [{ code: 'report_refused', detail: facts.reportRefused }]),
  ];
}

const problemsAfterVoid = ({ notWithdrawn }: OrderFacts): OrderProblem[] =>
  notWithdrawn === null ? [] : [{ code: 'report_not_withdrawn', detail: notWithdrawn }];

/** What the store changed while the order was in a batch or had a label. */
const CHANGES = {
  canceled: 'The store canceled the order.',
  shipped: 'The store marked the order as shipped.',
  onHold: 'The store put the order on hold.',
  unpaid: 'The order is no longer fully paid in the store.',
  recipient: 'The address was changed in the store.',
  quantity: 'The store reduced the quantity.',
} as const;

function changeAfterLabel(facts: OrderFacts): string | null {
  const shipping = piecesShipping(facts.parcels);
  if (shipping.size === 0 || facts.hasSeenChange) return null;
  const { shopState, items } = facts;
  if (shopState === 'cancelled') return CHANGES.canceled;
  const inBatch = changeInBatch(facts);
  if (inBatch || shopState === 'shipped') return inBatch;
  if (facts.recipientChanged) return CHANGES.recipient;
  // If the store has shipped part of the order, its remaining quantities tell us nothing about our parcels.
  if (shopState === 'partly_shipped') return null;
  const needed = new Map(items.map((item) => [item.externalId, item.needed]));
  const isLess = [...shipping].some(([id, pieces]) => pieces > (needed.get(id) ?? 0));
  return isLess ? CHANGES.quantity : null;
}

/** A change that is a reason not to buy the label. It no longer matters once the label is bought. */
function changeInBatch({ shopState, paid, parcels, showsVoidedLabel }: OrderFacts): string | null {
  if (!parcels.some(({ state }) => state === 'in_batch')) return null;
  // The store may count only the voided label.
  if (shopState === 'shipped' && !showsVoidedLabel) return CHANGES.shipped;
  if (shopState === 'on_hold') return CHANGES.onHold;
  return paid === 'no' || paid === 'partly' ? CHANGES.unpaid : null;
}
