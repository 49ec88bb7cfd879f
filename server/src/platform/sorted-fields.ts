/** For `JSON.stringify`: the same text for equal objects, because the database may return fields in another order. */
export function withSortedFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(byName));
}

export const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
