import type { InsertResult, UpdateResult } from 'kysely';

/** Runs an update and returns whether it matched exactly one row. */
export const updatedOne = async (query: { executeTakeFirst(): Promise<UpdateResult> }): Promise<boolean> =>
  (await query.executeTakeFirst()).numUpdatedRows === 1n;

/** Runs an insert and returns whether it added a row; false when a conflict clause skipped it. */
export const insertedOne = async (query: { executeTakeFirst(): Promise<InsertResult> }): Promise<boolean> =>
  (await query.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
