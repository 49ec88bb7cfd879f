export const PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Reads page after page in the order of the IDs. */
export async function* byId<T extends { id: string }>(
  read: (after: string, limit: number) => Promise<T[]>,
  pageSize = PAGE,
): AsyncGenerator<T[]> {
  for (let after = FIRST_ID; ; ) {
    const rows = await read(after, pageSize);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}
