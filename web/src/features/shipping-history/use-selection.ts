import { useCallback, useState } from 'react';

/** The IDs of the selected rows. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return {
    selected,
    select: (ids: readonly string[], on: boolean) =>
      setSelected((before) => {
        const after = new Set(before);
        for (const id of ids) on ? after.add(id) : after.delete(id);
        return after;
      }),
    clear: useCallback(() => setSelected(new Set()), []),
  };
}
