import type { OrderSourceKind } from '@lading/contract/orders/order-sources.ts';
import { AppError } from '../../platform/app-error.ts';
import { isId } from '../../platform/ids.ts';
import type { OrderSource, WebhookEvent, WebhookRequest } from '../../providers/order-sources/port.ts';
import { addLookUps } from './order-look-ups.store.ts';
import { adapterOf, type OrderSourceDeps, type StoredSource } from './order-sources.deps.ts';
import { markSubscribed, readSoon, selectActiveSources, selectSource } from './order-sources.store.ts';

const MAX_EXTERNAL_ID = 200;

/** A webhook only says where to look. Nothing is read from it before the adapter has checked its signature. */
export async function receiveHook(
  deps: OrderSourceDeps,
  sourceId: string,
  request: WebhookRequest,
): Promise<void> {
  const { db, sourceSecrets } = deps;
  const source = isId(sourceId) ? await selectSource(db, sourceId) : undefined;
  const adapter = source && adapterOf(deps.orderSources, source.kind);
  if (!source?.webhook_secret || !adapter?.readWebhook) throw new AppError('NOT_FOUND');
  const secret = (await sourceSecrets.open(source.user_id, source.webhook_secret)).toString();
  await noteEvent(deps, source, adapter, verified(adapter.readWebhook, request, secret));
}

/** The same for a marketplace that sends the webhooks of all stores to the operator's app. */
export async function receiveAppHook(
  deps: OrderSourceDeps,
  kind: OrderSourceKind,
  request: WebhookRequest,
): Promise<void> {
  const adapter = adapterOf(deps.orderSources, kind);
  if (!adapter?.readWebhook || !adapter.appWebhookSecret) throw new AppError('NOT_FOUND');
  const event = verified(adapter.readWebhook, request, adapter.appWebhookSecret);
  if (event.kind !== 'order' || !event.shopId) return;
  // Several clients may have connected the same store.
  for (const source of await selectActiveSources(deps.db, kind, event.shopId))
    await noteEvent(deps, source, adapter, event);
}

async function noteEvent(
  { db, clock }: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
  event: WebhookEvent,
): Promise<void> {
  if (source.state !== 'active') return;
  // Such a store does not say whether its webhooks are set up.
  if (!adapter.subscribe && source.subscribed_at === null) await markSubscribed(db, source.id, clock.now());
  if (event.kind === 'order' && event.externalId !== '' && event.externalId.length <= MAX_EXTERNAL_ID)
    await addLookUps(db, source.id, [event.externalId], clock.now());
  // An old delivery may arrive after the app was installed again, so the store is asked.
  if (event.kind === 'disconnected') await readSoon(db, source.id);
}

function verified(
  readWebhook: NonNullable<OrderSource['readWebhook']>,
  request: WebhookRequest,
  secret: string,
): WebhookEvent {
  try {
    return readWebhook(request, secret);
  } catch (cause) {
    throw new AppError('SIGNATURE_INVALID', { cause });
  }
}
