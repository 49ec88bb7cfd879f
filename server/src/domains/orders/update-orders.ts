import {
  DISMISSIBLE_PROBLEMS,
  type DismissedProblems,
  type DismissibleProblem,
} from '@lading/contract/orders/dismissed-problems.ts';
import type {
  OrderDetails,
  OrderPreparation,
  UpdateOrderBody,
  UpdateOrdersBody,
} from '@lading/contract/orders/orders.ts';
import { ENVELOPE_IN } from '@lading/contract/parcel.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, type Trx, transaction } from '../../platform/db/database.ts';
import { requireKnownService } from '../order-rules/check-service.ts';
import type { ServiceDeps } from '../order-rules/list-services.ts';
import { loadRules, type OrderSetup } from '../order-rules/load-rules.ts';
import { openItems } from './count-pieces.ts';
import { namesNewAddress } from './derive-status.ts';
import { clearLabelErrors, dismissReports, saveEdits, saveSeenChanges } from './order-edits.store.ts';
import { lockInGroups } from './order-groups.ts';
import type { SaveOrdersDeps } from './orders.deps.ts';
import { refreshOrders } from './refresh-orders.ts';
import { lockOrders, type StoredOrder, selectPieces } from './saved-orders.store.ts';
import { showOrder } from './show-order.ts';

export type EditDeps = SaveOrdersDeps & { db: Database };

type UpdateDeps = EditDeps & ServiceDeps;

/** Corrects the recipient, parcel, service, extras or tags of an order. */
export async function updateOrder(
  deps: UpdateDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { recipient, dismiss, ...change }: UpdateOrderBody,
): Promise<OrderDetails> {
  requireKnownService(deps, change.service, 'service');
  await transaction(deps.db, async (trx) => {
    const [order] = await lockOrders(trx, actor.userId, [id]);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    if (recipient !== undefined || changesParcel(change)) await requireOpen(trx, order);
    const packages = await packagesFor(trx, actor.userId, change);
    await saveEdits(trx, [{ ...editOf(order, change, packages), recipient }], deps.clock.now());
    if (dismiss) await dismissShown(trx, order, dismiss);
    if (recipient !== undefined || changesParcel(change)) await clearLabelErrors(trx, [id]);
    await refreshOrders(deps, trx, actor.userId, [id]);
  });
  return showOrder(deps, actor, id);
}

const DISMISSALS: Record<DismissibleProblem, (trx: Trx, id: string, detail: string) => Promise<void>> = {
  changed_after_label: (trx, id, detail) =>
    saveSeenChanges(trx, id, { withAddress: namesNewAddress(detail) }),
  report_refused: (trx, id, message) => dismissReports(trx, id, 'refused', message),
  report_not_withdrawn: (trx, id, message) => dismissReports(trx, id, 'not_withdrawn', message),
  label_failed: (trx, id) => clearLabelErrors(trx, [id]),
  partly_shipped: (trx, id) => saveSeenChanges(trx, id, { withAddress: false }),
};

/** Dismisses only the problems that the client was shown. One that is gone by now needs nothing. */
async function dismissShown(trx: Trx, order: StoredOrder, shown: DismissedProblems): Promise<void> {
  for (const code of DISMISSIBLE_PROBLEMS) {
    const isMeant = (problem: { code: string }) => problem.code === code;
    const current = order.problems.find(isMeant);
    const dismissed = shown === true ? current : shown.find(isMeant);
    if (!current || !dismissed) continue;
    if (dismissed.detail !== current.detail || dismissed.revision !== current.revision)
      throw new AppError('ORDER_CHANGED');
    await DISMISSALS[code](trx, order.id, current.detail ?? '');
  }
}

/**
 * Changes several orders in the same way, or none of them. A change of the parcel leaves out orders that have nothing left to
 * ship: the inbox lists some of them between the others.
 */
export async function updateOrders(
  deps: UpdateDeps,
  { userId }: Pick<Actor, 'userId'>,
  { orderIds, change }: UpdateOrdersBody,
): Promise<{ changed: number }> {
  requireKnownService(deps, change.service, 'change.service');
  return transaction(deps.db, async (trx) => {
    const ids = [...new Set(orderIds)];
    const packages = await packagesFor(trx, userId, change);
    const changedIds: string[] = [];
    let found = 0;
    for await (const orders of lockInGroups(trx, userId, ids)) {
      found += orders.length;
      const changed = changesParcel(change) ? await openOf(trx, orders) : orders;
      const edits = changed.map((order) => editOf(order, change, packages));
      await saveEdits(trx, edits, deps.clock.now());
      changedIds.push(...changed.map(({ id }) => id));
    }
    if (found < ids.length) throw new AppError('ORDER_NOT_FOUND');
    if (changedIds.length === 0) throw new AppError('ORDER_BUSY');
    if (changesParcel(change)) await clearLabelErrors(trx, changedIds);
    await refreshOrders(deps, trx, userId, changedIds);
    return { changed: changedIds.length };
  });
}

type Change = Omit<UpdateOrderBody, 'recipient' | 'dismiss'>;

const changesParcel = ({ tags: _tags, ...others }: Change): boolean =>
  Object.values(others).some((value) => value !== undefined);

const packagesFor = async (
  trx: Trx,
  userId: string,
  { packageId }: Change,
): Promise<OrderSetup['packages']> =>
  packageId === undefined ? new Map() : (await loadRules(trx, userId)).packages;

/** A parcel with a label or in a batch can no longer be changed here. */
export async function requireOpen(trx: Trx, order: StoredOrder): Promise<void> {
  if ((await openOf(trx, [order])).length === 0) throw new AppError('ORDER_BUSY');
}

/** Of these orders, those that have something left to ship. */
async function openOf(trx: Trx, orders: readonly StoredOrder[]): Promise<StoredOrder[]> {
  const pieces = Map.groupBy(
    await selectPieces(
      trx,
      orders.map(({ id }) => id),
    ),
    ({ order_id }) => order_id,
  );
  return orders.filter(({ id, items }) => openItems(items, pieces.get(id) ?? []).length > 0);
}

/** `null` leaves the value to the store, the product list and the rules again. */
function editOf(order: StoredOrder, change: Change, packages: OrderSetup['packages']) {
  const preparation: OrderPreparation = { ...order.preparation, ...extrasOf(change) };
  const { weightOz, tags } = change;
  if (weightOz !== undefined)
    Object.assign(preparation, {
      weightOz: weightOz ?? undefined,
      weightSetBy: weightOz === null ? undefined : 'person',
    });
  const chosen = chosenPackage(change, packages);
  if (chosen) Object.assign(preparation, NO_PACKAGE, chosen);
  return { id: order.id, preparation, tags: tags && [...new Set(tags)] };
}

/** Absent from the stored JSON. */
const NO_PACKAGE = {
  parcel: undefined,
  parcelSetBy: undefined,
  packageId: undefined,
  packageName: undefined,
  packagingOz: undefined,
};

function chosenPackage(
  { parcel, packageId }: Change,
  packages: OrderSetup['packages'],
): Partial<OrderPreparation> | null {
  if (packageId !== undefined) {
    const known = packages.get(packageId);
    if (!known) throw new AppError('PACKAGE_NOT_FOUND');
    return { parcel: known.parcel, parcelSetBy: 'person', packageId, packageName: known.name };
  }
  if (parcel === undefined) return null;
  return parcel === null ? {} : { parcel: sizeOf(parcel), parcelSetBy: 'person' };
}

/** `none` and 0 are choices too: rules then add neither. */
const extrasOf = ({ signature, insuranceCents, service }: Change) => ({
  ...(signature !== undefined && setBy('signature', signature)),
  ...(insuranceCents !== undefined && setBy('insuranceCents', insuranceCents)),
  ...(service !== undefined && setBy('service', service)),
});
const SETTERS = {
  signature: 'signatureSetBy',
  insuranceCents: 'insuranceSetBy',
  service: 'serviceSetBy',
} as const;
const setBy = (field: keyof typeof SETTERS, value: unknown) => ({
  [field]: value ?? undefined,
  [SETTERS[field]]: value === null ? undefined : 'person',
});

/** An envelope always has the same size. */
const sizeOf = (parcel: NonNullable<Change['parcel']>) =>
  parcel.type === 'envelope'
    ? {
        type: parcel.type,
        lengthIn: ENVELOPE_IN.length,
        widthIn: ENVELOPE_IN.width,
        heightIn: ENVELOPE_IN.height,
      }
    : parcel;
