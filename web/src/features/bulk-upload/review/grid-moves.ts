/** The cell that the user last chose, by row number so that it survives filtering. */
export interface ActiveCell {
  number: number;
  column: number;
}

/** A place in the list shown: the index of the row, and the column. */
export interface GridPlace {
  index: number;
  column: number;
}

interface GridSize {
  rows: number;
  columns: number;
  /** Rows per page of scrolling. */
  page: number;
}

interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/** Where a key moves in a grid; null for other keys. */
export function moveBy(
  { key, ctrlKey, metaKey }: PressedKey,
  from: GridPlace,
  size: GridSize,
): GridPlace | null {
  const far = ctrlKey || metaKey;
  const to = (index: number, column: number): GridPlace => ({
    index: within(index, size.rows),
    column: within(column, size.columns),
  });
  const { index, column } = from;
  switch (key) {
    case 'ArrowDown':
      return to(far ? size.rows : index + 1, column);
    case 'ArrowUp':
      return to(far ? 0 : index - 1, column);
    case 'ArrowRight':
      return to(index, far ? size.columns : column + 1);
    case 'ArrowLeft':
      return to(index, far ? 0 : column - 1);
    case 'PageDown':
      return to(index + size.page, column);
    case 'PageUp':
      return to(index - size.page, column);
    case 'Home':
      return to(far ? 0 : index, 0);
    case 'End':
      return to(far ? size.rows : index, size.columns);
    default:
      return null;
  }
}
