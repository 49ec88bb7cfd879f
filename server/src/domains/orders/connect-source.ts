import {
  type ConnectedKind,
  type ConnectSourceBody,
  MAX_ORDER_SOURCES,
  ORDER_SOURCE_TEXTS,
  type OrderSourceView,
} from '@lading/contract/orders/order-sources.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Handle, isUniqueViolation, type Trx, transaction } from '../../platform/db/database.ts';
import { newId, newSecret } from '../../platform/ids.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type AcceptedShop, askShop, DEFAULT_SETTINGS } from './check-source.ts';
import { encryptJson } from './encrypted-json.ts';
import { showSource } from './list-sources.ts';
import { wakeReports } from './order-reports.store.ts';
import type { OrderSourceDeps } from './order-sources.deps.ts';
import {
  countSources,
  insertSource,
  lockDisconnected,
  ONE_PER_SHOP,
  resume,
  type SourceColumns,
  updateSource,
} from './order-sources.store.ts';
import { deleteUnsubscription } from './order-unsubscriptions.store.ts';
import { accessOf, type StoreAccess } from './source-credentials.ts';

export const connectSource = (
  deps: OrderSourceDeps,
  actor: Actor,
  { credentials, name }: ConnectSourceBody,
): Promise<OrderSourceView> => connectStore(deps, actor, accessOf(credentials), name);

/** Connects a store that accepts the credentials. A store that was connected earlier keeps its orders. */
export async function connectStore(
  deps: OrderSourceDeps,
  actor: Actor,
  access: StoreAccess,
  name: string,
): Promise<OrderSourceView> {
  const { db, clock } = deps;
  await requireRoomForSource(db, actor.userId);
  const accepted = await askShop(deps, access);
  const columns = {
    ...(await columnsOf(deps, actor.userId, access, accepted)),
    name: name || accepted.shop.name.slice(0, MAX_NAME) || access.address.slice(0, MAX_NAME),
  };
  try {
    const id = await transaction(db, async (trx) => {
      await requireRoomForSource(trx, actor.userId);
      const sourceId = await storeSource(deps, trx, actor.userId, access.kind, columns);
      await recordEvent(trx, clock, actor, {
        type: 'ORDER_SOURCE_CONNECTED',
        status: 'success',
        userId: actor.userId,
        userRole: actor.role,
        details: { sourceId, kind: access.kind },
      });
      return sourceId;
    });
    return await showSource(deps, actor, id);
  } catch (error) {
    if (isUniqueViolation(error, ONE_PER_SHOP)) throw new AppError('ORDER_SOURCE_EXISTS', { cause: error });
    throw error;
  }
}

export async function requireRoomForSource(db: Handle, userId: string): Promise<void> {
  if ((await countSources(db, userId)) >= MAX_ORDER_SOURCES)
    throw new AppError('LIMIT_REACHED', { message: ORDER_SOURCE_TEXTS.limitReached });
}

const MAX_NAME = 100;

/** Columns from the store's answer, with encrypted credentials. */
export async function columnsOf(
  deps: OrderSourceDeps,
  userId: string,
  { kind, address }: Pick<StoreAccess, 'kind' | 'address'>,
  { shop, secrets }: AcceptedShop,
): Promise<Omit<SourceColumns, 'name'>> {
  const adapter = deps.orderSources.adapters[kind];
  const webhookSecret = adapter.webhookSecret ? adapter.webhookSecret(secrets) : newSecret();
  return {
    address,
    external_id: shop.externalId,
    currency: shop.currency,
    warnings: [...shop.warnings],
    secrets: await encryptJson(deps, userId, secrets),
    webhook_secret:
      webhookSecret === null ? null : await deps.sourceSecrets.seal(userId, Buffer.from(webhookSecret)),
  };
}

/** Continues the source of the same store if it was disconnected, so that its orders are not imported twice. */
async function storeSource(
  { clock }: OrderSourceDeps,
  trx: Trx,
  userId: string,
  kind: ConnectedKind,
  columns: SourceColumns,
): Promise<string> {
  const now = clock.now();
  const earlier = await lockDisconnected(trx, { user_id: userId, kind, external_id: columns.external_id });
  if (earlier) {
    // A disconnected source may have no credentials, so it is resumed first.
    await resume(trx, earlier.id, true);
    await deleteUnsubscription(trx, earlier.id);
    await updateSource(trx, earlier.id, { ...columns, updated_at: now });
    await wakeReports(trx, earlier.id);
    return earlier.id;
  }
  const id = newId();
  await insertSource(trx, {
    ...columns,
    id,
    user_id: userId,
    kind,
    settings: DEFAULT_SETTINGS,
    created_at: now,
  });
  return id;
}
