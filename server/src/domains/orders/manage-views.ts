import {
  MAX_ORDER_VIEWS,
  ORDER_VIEW_TEXTS,
  type OrderViewBody,
  type OrderViewsAnswer,
} from '@lading/contract/orders/order-views.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { deleteView, insertView, selectViews } from './order-views.store.ts';

type Client = Pick<Actor, 'userId'>;

export const listViews = async ({ db }: { db: Database }, { userId }: Client): Promise<OrderViewsAnswer> => ({
  views: await selectViews(db, userId),
});

export const saveView = (
  { db, clock }: { db: Database; clock: Clock },
  { userId }: Client,
  { name, filters }: OrderViewBody,
): Promise<OrderViewsAnswer> =>
  transaction(db, async (trx) => {
    const views = await selectViews(trx, userId);
    if (views.some((view) => view.name.toLowerCase() === name.toLowerCase())) throw nameTaken();
    if (views.length >= MAX_ORDER_VIEWS)
      throw new AppError('LIMIT_REACHED', { message: ORDER_VIEW_TEXTS.limitReached });
    await insertView(trx, {
      id: newId(),
      user_id: userId,
      name,
      filters: JSON.stringify(filters),
      created_at: clock.now(),
    });
    return { views: await selectViews(trx, userId) };
  });

function nameTaken(): AppError {
  const message = ORDER_VIEW_TEXTS.nameTaken;
  return new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'name', message }] });
}

/** Also succeeds if the view is already deleted, so that a retry is safe. */
export async function removeView(
  { db }: { db: Database },
  { userId }: Client,
  id: string,
): Promise<OrderViewsAnswer> {
  await deleteView(db, userId, id);
  return { views: await selectViews(db, userId) };
}
