import { OrderViewBodySchema, OrderViewsAnswerSchema } from '@lading/contract/orders/order-views.ts';
import { API } from '@lading/contract/routes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { listViews, removeView, saveView } from './manage-views.ts';

const BODY_LIMIT = 4 * 1024;

const route = routesOf<{ db: Database; clock: Clock }>('Orders');

export const ORDER_VIEW_ROUTES = [
  route({
    method: 'GET',
    path: API.orderViews,
    access: 'user',
    operationId: 'listOrderViews',
    summary: 'Lists the saved views of the inbox.',
    answer: OrderViewsAnswerSchema,
    handle: (deps, { actor }) => listViews(deps, actor),
  }),
  route({
    method: 'POST',
    path: API.orderViews,
    access: 'user',
    operationId: 'createOrderView',
    summary: 'Saves a view of the inbox with its search and filters under a name.',
    bodyLimit: BODY_LIMIT,
    body: OrderViewBodySchema,
    answer: OrderViewsAnswerSchema,
    status: 201,
    handle: (deps, { actor, body }) => saveView(deps, actor, body),
  }),
  route({
    method: 'DELETE',
    path: API.orderView,
    access: 'user',
    operationId: 'deleteOrderView',
    summary: 'Deletes a saved view of the inbox.',
    params: IdSchema,
    answer: OrderViewsAnswerSchema,
    handle: (deps, { actor, params }) => removeView(deps, actor, params.id),
  }),
];
