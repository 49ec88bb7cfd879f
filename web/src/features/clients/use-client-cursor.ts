import type { AdminClient } from '@lading/contract/admin-clients.ts';
import { useEffect, useRef } from 'react';
import { useMay } from '../../lib/may.ts';
import { focusedRowIndex, focusRow, rowIndexOf, useRowCursor } from '../../ui/use-row-cursor.ts';
import type { LayerKind } from './client-layers.tsx';

const focusSearch = () => document.querySelector<HTMLElement>('[data-page-search]')?.focus();

const isInDialog = (element: Element) => element.closest('[role=dialog], [role=alertdialog]') !== null;

/** When the focused row leaves the list, focuses the row in its place, or the search field if there is none. */
function useKeptFocus(rows: readonly AdminClient[]) {
  const last = useRef(-1);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && !isInDialog(target)) last.current = rowIndexOf(target);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run after new rows have rendered.
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
  const mayEdit = useMay('clients.write');
  const maySuspend = useMay('clients.suspend');
  const focused = () => rows[focusedRowIndex()];
  useRowCursor('client', [
    {
      keys: 'e',
      label: 'Edit the selected client',
      run: () => {
        const client = focused();
        if (client && mayEdit) open('edit', client);
      },
    },
    {
      keys: 's',
      label: 'Suspend the selected client',
      run: () => {
        const client = focused();
        if (client?.status === 'active' && maySuspend) open('suspend', client);
      },
    },
  ]);
}
