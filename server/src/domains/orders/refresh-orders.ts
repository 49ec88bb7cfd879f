import { dateIn } from '@lading/contract/calendar-date.ts';
import type { OrderRecipient } from '@lading/contract/orders/orders.ts';
import type { Trx } from '../../platform/db/database.ts';
import { mapInSlices } from '../../platform/in-slices.ts';
import { isOneOf } from '../../platform/state-machine.ts';
import { evaluateRules } from '../order-rules/evaluate-rules.ts';
import { storedTrace } from '../order-rules/stored-trace.ts';
import { checkOrder } from './check-order.ts';
import { mayBeShippedByUs } from './count-pieces.ts';
import { deriveStatus } from './derive-status.ts';
import { orderCells } from './order-cells.ts';
import { loadContexts, type OrderContext } from './order-context.ts';
import { orderFacts } from './order-facts.ts';
import { groupsOf, lockInGroups } from './order-groups.ts';
import { holdAfterRules } from './order-hold.ts';
import { LIVE_PARCEL_STATES, SHIPPING_PARCEL_STATES } from './order-parcels.states.ts';
import { recipientKey, recipientOf, withContact } from './order-recipient.ts';
import { saveSearchTexts } from './order-search-texts.store.ts';
import { searchTextsOf } from './order-search-texts.ts';
import type { Sender } from './order-sender.ts';
import type { SaveOrdersDeps } from './orders.deps.ts';
import { basePreparation, prepareOrder } from './prepare-order.ts';
import { type DerivedData, type OrderPieces, type StoredOrder, updateDerived } from './saved-orders.store.ts';

const NO_RECIPIENT: OrderRecipient = {
  fullName: '',
  company: '',
  email: '',
  phone: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
};

/** The client's correction, or else the store's address. Null if the store withholds it. */
export const effectiveRecipient = ({
  recipient,
  shop_recipient,
}: Pick<StoredOrder, 'recipient' | 'shop_recipient'>): OrderRecipient | null =>
  recipient ?? (shop_recipient && recipientOf(shop_recipient));

/** The recipient of a row: with the sender's contact where the order has none. */
export const shippedRecipient = (order: StoredOrder, sender: Sender): OrderRecipient =>
  withContact(effectiveRecipient(order) ?? NO_RECIPIENT, sender, order.recipient !== null);

/**
 * Derives weight and size, problems and status again, after a change of the order, its parcels or its reports. Call it in the
 * transaction of the change. The IDs are all of one client.
 */
export async function refreshOrders(
  deps: SaveOrdersDeps,
  trx: Trx,
  userId: string,
  orderIds: readonly string[],
): Promise<void> {
  for await (const orders of lockInGroups(trx, userId, orderIds))
    await refreshLocked(deps, trx, userId, orders);
}

/** The same for orders that the transaction has locked and not changed: only their parcels or reports. */
export async function refreshLocked(
  deps: SaveOrdersDeps,
  trx: Trx,
  userId: string,
  locked: readonly StoredOrder[],
): Promise<void> {
  const today = dateIn(deps.timeZone, deps.clock.now());
  for (const group of groupsOf(locked.map((order) => ({ order, items: order.items.length })))) {
    const orders = group.map(({ order }) => order);
    const contextOf = await loadContexts(trx, userId, orders);
    const refreshed = await mapInSlices(orders, (order) => {
      const around = contextOf(order);
      const texts = searchTextsOf(order, effectiveRecipient(order), around.parcels);
      return { derived: derive(order, around, today), texts };
    });
    const derived = refreshed.map((each) => each.derived);
    await updateDerived(trx, derived, deps.clock.now());
    const texts = refreshed.flatMap((each) => each.texts);
    await saveSearchTexts(trx, userId, texts);
  }
}

/** Weight, size, extras, tags and hold. A parcel that is on its way keeps what it was prepared with. */
function prepare(order: StoredOrder, around: OrderContext, today: string) {
  const { open, products, setup, last } = around;
  const { preparation, rule_tags, rule_trace, hold_reason, hold_until, hold_rule_id } = order;
  if (open.length === 0)
    return {
      withoutWeight: [],
      saved: { preparation, rule_tags, rule_trace, hold_reason, hold_until, hold_rule_id },
    };
  const base = basePreparation(preparation, open, products, last, setup);
  const outcome = evaluateRules(setup.compiled, orderFacts(order, effectiveRecipient(order), base, around));
  const prepared = prepareOrder(preparation, base, outcome);
  return {
    withoutWeight: prepared.weightOz === undefined ? base.withoutWeight : [],
    saved: {
      preparation: prepared,
      rule_tags: outcome.tags,
      rule_trace: storedTrace(outcome.trace),
      ...holdAfterRules(order, outcome, today),
    },
  };
}

/** What is wrong with the row of an order. */
function check(
  order: StoredOrder,
  { open, sender, products }: OrderContext,
  prepared: Parameters<typeof checkOrder>[1],
  today: string,
) {
  const { preparation } = prepared;
  const cells = orderCells(
    {
      orderRef: order.number,
      recipient: shippedRecipient(order, sender),
      preparation,
      pieces: open,
      currency: order.currency,
      shippingDate: today,
    },
    sender,
    products,
  );
  return checkOrder(cells, prepared, { today, products });
}

function derive(order: StoredOrder, around: OrderContext, today: string): DerivedData {
  const { parcels, open } = around;
  const recipient = effectiveRecipient(order);
  const { withoutWeight, saved } = prepare(order, around, today);
  const found = open.length === 0 ? [] : check(order, around, { ...saved, withoutWeight }, today);
  const isShipping = parcels.some(({ state }) => isOneOf(SHIPPING_PARCEL_STATES, state));
  const recipientChanged = order.recipient_changed && isShipping;
  const { seen_changes_until: seen } = order;
  return {
    id: order.id,
    ...deriveStatus({
      shopState: order.shop_state,
      paid: order.paid,
      nothingToShip: order.nothing_to_ship,
      withheld: recipient ? null : (order.recipient_withheld ?? 'permission'),
      isOnHold: saved.hold_reason !== null,
      items: order.items,
      parcels,
      found,
      labelError: labelErrorOf(parcels),
      reportRefused: messageOf(parcels, ({ report }) => report === 'refused'),
      isShippedPartUnknown: order.is_shipped_part_unknown,
      mayBeShippedByUs: mayBeShippedByUs(parcels, order.report_counts_for),
      notWithdrawn: messageOf(
        parcels,
        ({ state, report }) => state === 'voided' && report === 'not_withdrawn',
      ),
      recipientChanged,
      hasSeenChange: seen !== null && seen >= order.changed_at,
      revision: order.shop_digest.toString('base64url'),
    }),
    ...saved,
    country: recipient?.country ?? '',
    recipient_key: recipientKey(recipient)?.toString('hex') ?? null,
    recipient_changed: recipientChanged,
  };
}

/** The first message about such a report that the client has not dismissed. */
const messageOf = (
  parcels: readonly OrderPieces[],
  isMeant: (pieces: OrderPieces) => boolean,
): string | null => parcels.find((pieces) => pieces.message !== null && isMeant(pieces))?.message ?? null;

/** The newest parcel decides: a new try replaces an earlier failure. */
function labelErrorOf(parcels: readonly OrderPieces[]): string | null {
  const newest = parcels.reduce<OrderPieces | null>(
    (found, each) => (found && found.parcel_updated_at > each.parcel_updated_at ? found : each),
    null,
  );
  return newest && !isOneOf(LIVE_PARCEL_STATES, newest.state) ? newest.error : null;
}
