import { type BreaksAnswer, MAX_LISTED_BREAKS } from '@lading/contract/breaks.ts';
import type { Database } from '../../platform/db/database.ts';
import { breakTitle } from './break-kinds.ts';
import { countOpenBreaks } from './check-books.ts';

/** What does not add up and is not mended yet, newest first. */
export async function listBreaks(db: Database): Promise<BreaksAnswer> {
  const [total, rows] = await Promise.all([countOpenBreaks(db), selectOpenBreaks(db)]);
  const breaks = rows.map((row) => ({
    kind: row.kind,
    title: breakTitle(row.kind),
    objectId: row.object_id,
    detail: row.detail,
    firstSeen: row.first_seen_at.toISOString(),
    lastSeen: row.last_seen_at.toISOString(),
  }));
  return { data: { breaks, total } };
}

const selectOpenBreaks = (db: Database) =>
  db
    .selectFrom('breaks')
    .select(['kind', 'object_id', 'detail', 'first_seen_at', 'last_seen_at'])
    .where('resolved_at', 'is', null)
    .orderBy('first_seen_at', 'desc')
    .orderBy('kind')
    .orderBy('object_id')
    .limit(MAX_LISTED_BREAKS)
    .execute();
