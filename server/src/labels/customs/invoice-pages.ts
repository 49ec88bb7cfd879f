interface Room {
  first: number;
  next: number;
  /** What the last page needs below the table. */
  end: number;
}

/** Divides rows of these heights into pages. The last page has at least one row above its end. */
export function rowsOfPages(heights: readonly number[], { first, next, end }: Room): number[][] {
  const pages: number[][] = [[]];
  let left = first;
  heights.forEach((height, row) => {
    const isLast = row === heights.length - 1;
    const needed = height + (isLast ? end : 0);
    if (needed > left && pages.at(-1)?.length !== 0) {
      pages.push([]);
      left = next;
    }
    pages.at(-1)?.push(row);
    left -= height;
  });
  return pages;
}
