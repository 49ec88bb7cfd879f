interface NamedColumns {
  has(name: string): boolean;
  /** Empty if the file does not have the column. */
  cell(cells: readonly string[], name: string): string;
}

/** Columns by their title: 'Invoice Number' is found as `invoice_number`. */
export function namedColumns(titles: readonly string[]): NamedColumns {
  const positions = new Map<string, number>();
  titles.forEach((title, position) => {
    const name = title
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_');
    if (!positions.has(name)) positions.set(name, position);
  });
  return {
    has: (name) => positions.has(name),
    cell: (cells, name) => cells[positions.get(name) ?? -1] ?? '',
  };
}
