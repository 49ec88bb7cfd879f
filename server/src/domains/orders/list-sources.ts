import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type OrderSourceDeps, takesWebhookSecret } from './order-sources.deps.ts';
import { type SourceWithCounts, selectSourcesWithCounts } from './order-sources.store.ts';

/** The client's stores, and where clients can sign in instead of copying credentials. */
export async function listSources(
  { db, orderSources }: Pick<OrderSourceDeps, 'db' | 'orderSources'>,
  actor: Actor,
) {
  const sources = (await selectSourcesWithCounts(db, actor.userId)).map((source) =>
    toView({ orderSources }, source),
  );
  const authorizations = Object.values(orderSources.adapters).flatMap(({ kind, authorization }) =>
    authorization ? [{ kind, hasOperatorApp: authorization.hasOperatorApp }] : [],
  );
  return { sources, authorizations };
}

export async function showSource(
  { db, orderSources }: Pick<OrderSourceDeps, 'db' | 'orderSources'>,
  actor: Actor,
  id: string,
): Promise<OrderSourceView> {
  const [source] = await selectSourcesWithCounts(db, actor.userId, id);
  if (!source) throw new AppError('ORDER_SOURCE_NOT_FOUND');
  return toView({ orderSources }, source);
}

const toView = (deps: Pick<OrderSourceDeps, 'orderSources'>, source: SourceWithCounts): OrderSourceView => ({
  id: source.id,
  kind: source.kind,
  name: source.name,
  address: source.address,
  state: source.state,
  warnings: source.warnings,
  settings: source.settings,
  importing: importOf(source),
  lastSuccessAt: source.last_success_at?.toISOString() ?? null,
  lastError: source.last_error && {
    code: source.last_error.code,
    message: source.last_error.message,
    at: (source.last_error_at ?? source.updated_at).toISOString(),
  },
  hasWebhooks: source.subscribed_at !== null,
  takesWebhookSecret: takesWebhookSecret(deps, source),
  orders: { open: source.open_orders, total: source.all_orders },
  reports: { refused: source.refused_reports, waiting: source.waiting_reports },
  createdAt: source.created_at.toISOString(),
});

/** Only for sources that Lading reads. The others have no credentials. */
const importOf = ({ imported_at, secrets, import_read, import_total }: SourceWithCounts) =>
  imported_at === null && secrets !== null ? { read: import_read, total: import_total } : null;
