import { AppError } from '../../platform/app-error.ts';
import { isId } from '../../platform/ids.ts';
import type { OrderSource, WebhookEvent, WebhookRequest } from '../../providers/order-sources/port.ts';
import { addLookUps } from './order-look-ups.store.ts';
import { adapterOf, type OrderSourceDeps, type StoredSource } from './order-sources.deps.ts';
import { readSoon, selectSource } from './order-sources.store.ts';

const MAX_EXTERNAL_ID = 200;

/** A webhook only says where to look. Nothing is read from it before the adapter has checked its signature. */
export async function receiveHook(
  deps: OrderSourceDeps,
  sourceId: string,
  request: WebhookRequest,
): Promise<void> {
  const { db, clock } = deps;
  const source = isId(sourceId) ? await selectSource(db, sourceId) : undefined;
  const adapter = source && adapterOf(deps.orderSources, source.kind);
  if (!source?.webhook_secret || !adapter?.readWebhook) throw new AppError('NOT_FOUND');
  const event = await verified(deps, source, adapter.readWebhook, request);
  if (source.state !== 'active') return;
  if (event.kind === 'order' && event.externalId !== '' && event.externalId.length <= MAX_EXTERNAL_ID)
    await addLookUps(db, source.id, [event.externalId], clock.now());
  // An old delivery may arrive after the app was installed again, so the shop is asked.
  if (event.kind === 'disconnected') await readSoon(db, source.id);
}

async function verified(
  { sourceSecrets }: OrderSourceDeps,
  { user_id: userId, webhook_secret: sealed }: StoredSource,
  readWebhook: NonNullable<OrderSource['readWebhook']>,
  request: WebhookRequest,
): Promise<WebhookEvent> {
  if (!sealed) throw new AppError('NOT_FOUND');
  const secret = (await sourceSecrets.open(userId, sealed)).toString();
  try {
    return readWebhook(request, secret);
  } catch (cause) {
    throw new AppError('SIGNATURE_INVALID', { cause });
  }
}
