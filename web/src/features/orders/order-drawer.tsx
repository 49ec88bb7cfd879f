import { LoadedDrawer } from '../../ui/loaded-drawer.tsx';
import { COPY } from './copy.ts';
import { OrderDetails } from './order-details.tsx';
import { useOrder } from './use-orders.ts';

export function OrderDrawer(props: { id: string; onClose: () => void }) {
  return (
    <LoadedDrawer {...props} title="Order" loadFailed={COPY.orderFailed} useLoaded={useOrder}>
      {(order) => <OrderDetails order={order} />}
    </LoadedDrawer>
  );
}
