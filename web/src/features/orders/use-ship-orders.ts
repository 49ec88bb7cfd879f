import { PAGES } from '@lading/contract/routes.ts';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { newRequestKey } from '../../lib/request-key.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportFailure } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { shipOrders } from './order-calls.ts';
import { useOrderChange } from './use-orders.ts';

export const batchPath = (batchId: string) =>
  `${PAGES.bulkUpload}?${new URLSearchParams({ batch: batchId })}`;

/** Without a definite answer, the server may have made the batch. */
const isDefinite = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Keeps the key of the same orders until an answer arrives, so that another try returns the same batch. */
function useShipKey() {
  const last = useRef<{ orders: string; key: string } | null>(null);
  return {
    keyOf(orderIds: readonly string[]) {
      const orders = orderIds.join();
      if (last.current?.orders !== orders) last.current = { orders, key: newRequestKey() };
      return last.current.key;
    },
    forget() {
      last.current = null;
    },
  };
}

/** Makes a batch of the orders and opens it. */
export function useShipOrders() {
  const navigate = useNavigate();
  const { pending, run } = usePending();
  const { refresh } = useOrderChange();
  const mounted = useMounted();
  const shipKey = useShipKey();
  const ship = (orderIds: readonly string[]) =>
    run(async () => {
      try {
        const { batchId, leftOut } = await shipOrders([...orderIds], shipKey.keyOf(orderIds));
        shipKey.forget();
        if (leftOut.length > 0) toast.info(batchId ? COPY.leftOut(leftOut.length) : COPY.noneShippable);
        const refreshed = refresh();
        if (batchId && mounted.current) return await navigate(batchPath(batchId));
        if (batchId) toast.success(COPY.shipElsewhere);
        await refreshed;
      } catch (error) {
        if (isDefinite(error)) shipKey.forget();
        reportFailure(error, COPY.shipFailed);
      }
    });
  return { pending, ship };
}
