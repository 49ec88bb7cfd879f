import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { searchPatterns } from '../../platform/db/like-text.ts';
import type { SearchPart } from './orders.tables.ts';

export interface SearchText {
  order_id: string;
  part: SearchPart;
  search_text: string;
}

/** Writes only texts that differ, because their index is expensive to write. */
export async function saveSearchTexts(trx: Trx, userId: string, texts: readonly SearchText[]): Promise<void> {
  await sql`
    INSERT INTO order_search_texts (order_id, part, user_id, search_text)
    SELECT n.order_id, n.part, ${userId}::uuid, n.search_text
    FROM jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS n(order_id uuid, part text, search_text text)
    WHERE NOT EXISTS (
      SELECT FROM order_search_texts known
      WHERE known.order_id = n.order_id AND known.part = n.part AND known.search_text = n.search_text)
    ON CONFLICT (order_id, part) DO UPDATE SET search_text = excluded.search_text`.execute(trx);
}

/** The client's orders that contain the text. */
export const ordersWith = (db: Handle, userId: string, text: string) =>
  db
    .selectFrom('order_search_texts')
    .select('order_id')
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or(searchPatterns(text).map((pattern) => eb('search_text', 'like', pattern))));
