import { useEffect } from 'react';
import { toast } from '../../../ui/toast/toast.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { rowsOf } from '../batch-selectors.ts';
import { createRunNarrator } from './batch-announcements.ts';

/** Toasts for what happens to a batch while somebody looks at it. */
export function useBatchAnnouncements(store: BatchStore) {
  useEffect(() => {
    const narrate = createRunNarrator();
    const tell = () => {
      const batch = store.batch();
      if (!batch || store.loading() !== null) return;
      for (const { tone, text, quiet } of narrate(batch, rowsOf(store))) {
        if (quiet) toast.quietly(tone, text);
        else toast[tone](text);
      }
    };
    tell();
    return store.subscribe(tell);
  }, [store]);
}
