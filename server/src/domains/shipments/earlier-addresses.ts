import type { PostalAddress } from '@lading/contract/address.ts';
import type { Handle } from '../../platform/db/database.ts';
import { selectEarlierAddresses } from './history.store.ts';

/** Distinct recipients that the client has shipped to, newest first. */
export async function earlierAddresses(
  db: Handle,
  userId: string,
  text: string,
  limit: number,
): Promise<PostalAddress[]> {
  const rows = await selectEarlierAddresses(db, userId, text, limit);
  const seen = new Map<string, PostalAddress>();
  for (const { address } of rows) {
    const key = `${address.name}|${address.street1}|${address.zip}`;
    if (!seen.has(key)) seen.set(key, address);
  }
  return [...seen.values()].slice(0, limit);
}
