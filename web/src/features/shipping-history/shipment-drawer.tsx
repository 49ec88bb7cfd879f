import { LoadedDrawer } from '../../ui/loaded-drawer.tsx';
import { ShipmentDetails } from './shipment-details.tsx';
import { useShipment } from './use-history.ts';

export function ShipmentDrawer(props: { id: string; onClose: () => void }) {
  return (
    <LoadedDrawer
      {...props}
      title="Shipment"
      loadFailed="This shipment could not be loaded."
      useLoaded={useShipment}
    >
      {(shipment) => <ShipmentDetails shipment={shipment} />}
    </LoadedDrawer>
  );
}
