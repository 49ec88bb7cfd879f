import type { AdminClient } from '@lading/contract/admin-clients.ts';
import { useEffect, useRef } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import type { LayerKind } from './client-layers.tsx';

/** Marks the rows that the cursor moves through, by something that each of them holds. */
export const ROW_MARK = 'data-client-row';

const rowElements = () =>
  [...document.querySelectorAll(`[${ROW_MARK}]`)].flatMap((mark) => mark.closest('tr') ?? []);
const rowAt = (element: Element | null) => rowElements().findIndex((row) => row.contains(element));

/** The cursor is the focus itself: it goes to the button that edits a row, so that Enter opens it without a word of ours. */
function focusRow(index: number): boolean {
  const rows = rowElements();
  const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
  row?.querySelector<HTMLElement>('[data-row-start]')?.focus();
  return row !== undefined;
}

const focusSearch = () => document.querySelector<HTMLElement>('[data-page-search]')?.focus();

const isLayer = (element: Element) => element.closest('[role=dialog], [role=alertdialog]') !== null;

/** A row that had the focus may be gone from the list; then the one in its place takes it, or else the search. */
function useKeptFocus(rows: readonly AdminClient[]) {
  const last = useRef(-1);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && !isLayer(target)) last.current = rowAt(target);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the rows that were just drawn.
  useEffect(() => {
    if (document.activeElement !== document.body || last.current < 0) return;
    if (!focusRow(last.current)) focusSearch();
  }, [rows]);
}

export function useClientCursor(
  rows: readonly AdminClient[],
  open: (kind: LayerKind, client: AdminClient) => void,
) {
  useKeptFocus(rows);
  const at = () => rowAt(document.activeElement);
  const focused = () => rows[at()];
  useShortcuts([
    { keys: 'j', label: 'Next client', run: () => focusRow(at() + 1) },
    { keys: 'k', label: 'Previous client', run: () => focusRow(at() - 1) },
    {
      keys: 'e',
      label: 'Edit the client of the row',
      run: () => {
        const client = focused();
        if (client) open('edit', client);
      },
    },
    {
      keys: 's',
      label: 'Suspend the client of the row',
      run: () => {
        const client = focused();
        if (client?.status === 'active') open('suspend', client);
      },
    },
  ]);
}
