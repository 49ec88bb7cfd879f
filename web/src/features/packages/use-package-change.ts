import type { OwnPackage, PackageBody } from '@lading/contract/orders/packages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ORDERS_KEY } from '../../lib/order-sources.ts';
import { addPackage, PACKAGES_KEY, removePackage, updatePackage } from '../../lib/packages.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportFailure } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

/** Changes to the list, one at a time. */
export function usePackageChange(version: number) {
  const client = useQueryClient();
  const { pending, run } = usePending();
  const refresh = async () => {
    void client.invalidateQueries({ queryKey: [ORDERS_KEY] });
    await client.invalidateQueries({ queryKey: [PACKAGES_KEY] });
  };
  return {
    pending,
    /** `opened` is the version of the list when the form was opened. */
    async save(own: OwnPackage | null, body: PackageBody, opened: number) {
      try {
        await (own ? updatePackage(own.id, { version: opened, change: body }) : addPackage(body));
        toast.success(COPY.packageSaved);
      } finally {
        // Also after an error: a list that was changed elsewhere has another version.
        await refresh();
      }
    },
    async remove(own: OwnPackage) {
      await removePackage(own.id);
      await refresh();
    },
    setDefault: ({ id, name }: OwnPackage, isDefault: boolean) =>
      run(async () => {
        try {
          await updatePackage(id, { version, change: { isDefault } });
          toast.success(isDefault ? COPY.defaultSaved(name) : COPY.defaultRemoved);
        } catch (error) {
          reportFailure(error, COPY.changeFailed);
        }
        await refresh();
      }),
  };
}
