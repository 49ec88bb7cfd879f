import { useEffect } from 'react';
import { toast } from '../../../ui/toast/toast.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { rowsOf } from '../batch-selectors.ts';
import { createBatchAnnouncer } from './batch-announcements.ts';

/** Shows toasts for the results of an open batch. */
export function useBatchAnnouncements(store: BatchStore) {
  useEffect(() => {
    const announcementsFor = createBatchAnnouncer();
    const report = () => {
      const batch = store.batch();
      if (!batch || store.loading() !== null) return;
      for (const { tone, text, quiet } of announcementsFor(batch, rowsOf(store))) {
        if (quiet) toast.quietly(tone, text);
        else toast[tone](text);
      }
    };
    report();
    return store.subscribe(report);
  }, [store]);
}
