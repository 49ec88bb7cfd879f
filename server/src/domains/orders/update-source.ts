import type { OrderSourceView, UpdateSourceBody } from '@lading/contract/orders/order-sources.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { recordEvent } from '../audit/record-event.ts';
import { askShop } from './check-source.ts';
import { columnsOf } from './connect-source.ts';
import { findSource, lockSource } from './find-source.ts';
import { showSource } from './list-sources.ts';
import { wakeReports } from './order-reports.store.ts';
import {
  adapterOf,
  type OrderSourceDeps,
  type StoredSource,
  takesWebhookSecret,
} from './order-sources.deps.ts';
import { resume, updateSource as storeChanges } from './order-sources.store.ts';
import { accessOf, type StoreAccess } from './source-credentials.ts';

export async function updateSource(
  deps: OrderSourceDeps,
  actor: Actor,
  id: string,
  { credentials, ...body }: UpdateSourceBody,
): Promise<OrderSourceView> {
  return changeSource(deps, actor, id, { ...body, ...(credentials && { access: accessOf(credentials) }) });
}

type SourceChange = Omit<UpdateSourceBody, 'credentials'> & { access?: StoreAccess };

/** Changes only the fields that are present. New credentials must be accepted by the same store. */
export async function changeSource(
  deps: OrderSourceDeps,
  actor: Actor,
  id: string,
  { access, ...body }: SourceChange,
): Promise<OrderSourceView> {
  const { db, clock } = deps;
  const source = await findSource(db, actor, id);
  const renewed = access && (await renewedColumns(deps, source, access));
  const hook = body.webhookSecret === undefined ? {} : await hookColumns(deps, source, body.webhookSecret);
  await transaction(db, async (trx) => {
    const current = await lockSource(trx, actor, id);
    const resumes = isResumed(current, body, access !== undefined);
    await storeChanges(trx, id, {
      updated_at: clock.now(),
      ...(body.name !== undefined && { name: body.name }),
      ...(body.settings && { settings: JSON.stringify({ ...current.settings, ...body.settings }) }),
      ...renewed,
      ...hook,
      ...(body.paused && PAUSED),
    });
    if (resumes) {
      await resume(trx, id, adapterOf(deps.orderSources, source.kind) !== null);
      await wakeReports(trx, id);
    }
    await recordEvent(trx, clock, actor, {
      type: 'ORDER_SOURCE_CHANGED',
      status: 'success',
      userId: actor.userId,
      userRole: actor.role,
      details: { sourceId: id, fields: [...Object.keys(body), ...(access ? ['credentials'] : [])] },
    });
  });
  return showSource(deps, actor, id);
}

/** A reading in progress ends at its next page. */
const PAUSED = { state: 'paused', next_read_at: null, lease_until: null, held_by: null } as const;

const isResumed = ({ state }: StoredSource, { paused }: SourceChange, isReconnected: boolean): boolean =>
  !paused && ((paused === false && state === 'paused') || (isReconnected && state !== 'paused'));

async function renewedColumns(deps: OrderSourceDeps, source: StoredSource, access: StoreAccess) {
  if (access.kind !== source.kind) throw new AppError('ORDER_SOURCE_DIFFERS');
  const accepted = await askShop(deps, access, source.settings);
  if (source.external_id !== '' && accepted.shop.externalId !== source.external_id)
    throw new AppError('ORDER_SOURCE_DIFFERS');
  const { webhook_secret, ...columns } = await columnsOf(deps, source.user_id, access, accepted);
  // Webhooks that the client set up at the store keep their secret.
  const keepsHook = webhook_secret === null && takesWebhookSecret(deps, source);
  // A new secret requires a new webhook subscription.
  return { ...columns, ...(keepsHook ? {} : { webhook_secret, subscribed_at: null }), renewing_until: null };
}

/** The first delivery shows that the webhooks work. */
async function hookColumns(deps: OrderSourceDeps, source: StoredSource, secret: string) {
  if (!takesWebhookSecret(deps, source)) {
    const message = 'This kind of store has no signing secret.';
    throw new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'webhookSecret', message }] });
  }
  const encrypted = await deps.sourceSecrets.seal(source.user_id, Buffer.from(secret));
  return { webhook_secret: encrypted, subscribed_at: null };
}
