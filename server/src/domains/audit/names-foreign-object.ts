import type { Database } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import { hasForeignObject } from './foreign-objects.store.ts';

/** The most names that are looked up per request. The rest of a long list is ignored. */
const MAX_NAMES = 200;
const INTENT = /^pi_\w{1,250}$/;

/**
 * Whether a request names something that belongs to another account. The answer to the caller is the same as for
 * something that does not exist; only the audit log shows the difference.
 */
export async function namesForeignObject(
  db: Database,
  userId: string,
  ...parts: readonly unknown[]
): Promise<boolean> {
  const names = [...new Set(parts.flatMap(textsIn))].slice(0, MAX_NAMES);
  const uuids = names.filter((name) => isId(name.toLowerCase()));
  const intents = names.filter((name) => INTENT.test(name));
  if (uuids.length === 0 && intents.length === 0) return false;
  return hasForeignObject(db, userId, { uuids, intents });
}

/** The texts in parameters, query or body: values, lists of values, and lists in one text. */
const textsIn = (part: unknown): string[] =>
  typeof part === 'object' && part !== null
    ? Object.values(part)
        .flat()
        .flatMap((value) => (typeof value === 'string' && value.length <= 8_000 ? value.split(',') : []))
    : [];
