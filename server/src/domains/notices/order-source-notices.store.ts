import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { type Recipient, recipient } from './notices.store.ts';

export interface SourceRefusedFacts extends Recipient {
  kind: string;
  name: string;
}

/** Only a source that has not been reconnected since. */
export async function selectSourceRefusedNotice(
  db: Handle,
  sourceId: string,
): Promise<SourceRefusedFacts | undefined> {
  const { rows } = await sql<SourceRefusedFacts>`
    SELECT ${recipient}, s.kind, s.name
    FROM order_sources s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sourceId} AND s.state = 'refused' AND u.erased_at IS NULL`.execute(db);
  return rows[0];
}
