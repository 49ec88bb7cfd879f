export interface PageArguments {
  first?: number | null;
  after?: string | null;
  query?: string | null;
  sortKey?: string;
}

export interface Entry {
  id: string;
  updatedAt: string;
  node(): object;
}

/**
 * A page of a connection. The cursor is the sort key of the last entry, so an entry that changes between two pages
 * moves to the end of a list by time of change.
 */
export function pageOf(
  entries: readonly Entry[],
  { first, after, query, sortKey }: PageArguments,
  maxDepth = Infinity,
): object {
  const keyOf = ({ id, updatedAt }: Entry) => {
    const number = numberOf(id);
    return sortKey === 'UPDATED_AT' ? `${new Date(updatedAt).toISOString()} ${number}` : number;
  };
  const since = /updated_at:>='([^']+)'/.exec(query ?? '')?.[1];
  const fromId = (/\bid:>=(\d+)/.exec(query ?? '')?.[1] ?? '').padStart(20, '0');
  const start = after ? Buffer.from(after, 'base64url').toString() : '';
  const sorted = entries
    .filter(({ updatedAt }) => since === undefined || Date.parse(updatedAt) >= Date.parse(since))
    .filter(({ id }) => numberOf(id) >= fromId)
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const left = sorted.filter(({ key }) => key > start);
  const page = left.slice(0, first ?? 0);
  const last = page.at(-1);
  if (sorted.length - left.length + page.length > maxDepth) throw new Error(TOO_DEEP);
  return {
    pageInfo: {
      hasNextPage: left.length > page.length,
      endCursor: last ? Buffer.from(last.key).toString('base64url') : null,
    },
    nodes: page.map(({ entry }) => entry.node()),
  };
}

const TOO_DEEP = 'The list is too long to be read to its end.';

/** With leading zeros, so that texts sort as numbers. */
const numberOf = (id: string) => id.slice(id.lastIndexOf('/') + 1).padStart(20, '0');
