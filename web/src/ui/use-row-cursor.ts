import type { KeyboardEvent } from 'react';
import type { Shortcut } from '../lib/shortcut-matcher.ts';
import { useShortcuts } from '../lib/shortcuts.ts';

/** Spread on the control of each row that the cursor focuses. */
export const ROW_FOCUS = { 'data-row-focus': '' } as const;

const targets = () => [...document.querySelectorAll<HTMLElement>('[data-row-focus]')];

/** The index of the row that contains the element, or -1. */
export const rowIndexOf = (element: Element | null) =>
  targets().findIndex((target) => (target.closest('tr, li') ?? target).contains(element));

export const focusedRowIndex = () => rowIndexOf(document.activeElement);

/** Focuses the nearest existing row; false if there is none. */
export function focusRow(index: number): boolean {
  const rows = targets();
  const target = rows[Math.min(Math.max(index, 0), rows.length - 1)];
  target?.focus();
  return target !== undefined;
}

/** Moves the cursor with the arrow keys, for the control marked with ROW_FOCUS. */
export function handleRowArrows(event: KeyboardEvent) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  focusRow(focusedRowIndex() + (event.key === 'ArrowDown' ? 1 : -1));
}

/** The cursor is the focus itself, so that Enter opens the row natively. */
export function useRowCursor(noun: string, shortcuts: readonly Shortcut[] = []) {
  useShortcuts([
    { keys: 'j', label: `Next ${noun}`, run: () => void focusRow(focusedRowIndex() + 1) },
    { keys: 'k', label: `Previous ${noun}`, run: () => void focusRow(focusedRowIndex() - 1) },
    ...shortcuts,
  ]);
}
