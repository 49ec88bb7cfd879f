import { API, path } from '@lading/contract/routes.ts';
import type { OrderSourceDeps } from './order-sources.deps.ts';

/** Where a store sends its webhooks. */
export const hookUrl = ({ publicUrl }: Pick<OrderSourceDeps, 'publicUrl'>, id: string): string =>
  `${publicUrl()}${path(API.orderHooks, { id })}`;
