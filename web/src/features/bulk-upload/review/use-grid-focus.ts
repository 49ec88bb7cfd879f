import type { BulkColumn } from '@lading/contract/bulk/columns.ts';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { scrollFor } from './grid-layout.ts';
import type { ActiveCell, GridPlace } from './grid-moves.ts';

interface Options {
  scroller: RefObject<HTMLDivElement | null>;
  numbers: readonly number[];
  active: ActiveCell | null;
  onActiveChange: (cell: ActiveCell) => void;
  focusRequest: number;
  list: string;
  subject: BulkColumn | null;
}

const focusCell = (grid: HTMLElement | null, { number, column }: ActiveCell) =>
  grid?.querySelector<HTMLElement>(`[data-row="${number}"] [data-column="${column}"]`)?.focus();

/** Moves the focus with the active cell and scrolls a new list to its start. */
export function useGridFocus({ scroller, active, numbers, onActiveChange, ...options }: Options) {
  const { focusRequest, list, subject } = options;
  const wantsFocus = useRef(false);

  // The cell may be drawn only after the next render, so this runs after each one.
  const focusWanted = (editing: boolean) => {
    if (!wantsFocus.current || editing || !active) return;
    wantsFocus.current = false;
    focusCell(scroller.current, active);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs per request, for the cell that is active then.
  useLayoutEffect(() => {
    if (focusRequest > 0 && active) focusCell(scroller.current, active);
  }, [focusRequest]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs per list; its subject does not change.
  useLayoutEffect(() => {
    const { current } = scroller;
    current?.scrollTo({ top: 0, left: scrollFor(subject, current.clientWidth) });
  }, [list]);

  const goTo = ({ index, column }: GridPlace) => {
    const number = numbers[index];
    if (number === undefined) return;
    wantsFocus.current = true;
    onActiveChange({ number, column });
  };
  return { goTo, focusWanted };
}
