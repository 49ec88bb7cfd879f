import type { BulkColumn } from '@lading/contract/bulk/columns.ts';
import { GRID_COLUMNS, STICKY_COLUMNS } from './grid-columns.ts';

export const ROW_HEIGHT = 36;
/** The CSS template of the first `count` columns. */
export const gridTemplate = (count: number): string =>
  GRID_COLUMNS.slice(0, count)
    .map(({ width }) => `${width}px`)
    .join(' ');
export const gridWidth = (count: number): number =>
  GRID_COLUMNS.slice(0, count).reduce((sum, { width }) => sum + width, 0);

/** How much of the preceding columns stays in view. */
const LEAD = 160;

/** How far to scroll to show a column; 0 if it is in view from the start. */
export function scrollFor(column: BulkColumn | null, room: number): number {
  const position = column ? GRID_COLUMNS.findIndex(({ parts }) => parts.includes(column)) : 0;
  const widths = GRID_COLUMNS.map(({ width }) => width);
  const sum = (from: number, to: number) => widths.slice(from, to).reduce((total, width) => total + width, 0);
  return sum(0, position + 1) <= room ? 0 : sum(STICKY_COLUMNS, position) - LEAD;
}

/** The columns to draw: the sticky ones, those in view, and the one with the focus. */
export function drawnColumns(from: number, to: number, stop: number | null): number[] {
  const positions = new Set(GRID_COLUMNS.slice(0, STICKY_COLUMNS).keys());
  for (let position = from; position <= to; position += 1) positions.add(position);
  if (stop !== null) positions.add(stop);
  return [...positions].sort((a, b) => a - b);
}

const STICKY = ['sticky left-0 z-10', 'sticky left-16 z-10 border-r-line-strong'];
export const stickyClass = (position: number): string => STICKY[position] ?? '';
