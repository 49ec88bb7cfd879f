import type { UpdateSourceBody } from '@lading/contract/orders/order-sources.ts';
import { useQueryClient } from '@tanstack/react-query';
import { SOURCES_KEY, syncSource, updateSource } from '../../lib/order-sources.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportFailure } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

/** Changes to one store, one at a time. */
export function useSourceChange(id: string) {
  const client = useQueryClient();
  const { pending, run } = usePending();
  const refresh = () => client.invalidateQueries({ queryKey: [SOURCES_KEY] });
  const attempt = (work: () => Promise<unknown>, done: string) =>
    run(async () => {
      try {
        await work();
        toast.success(done);
      } catch (error) {
        reportFailure(error, COPY.changeFailed);
      }
      await refresh();
    });
  return {
    pending,
    refresh,
    change: (body: UpdateSourceBody) => attempt(() => updateSource(id, body), COPY.saved),
    check: () => attempt(() => syncSource(id), COPY.checked),
  };
}
