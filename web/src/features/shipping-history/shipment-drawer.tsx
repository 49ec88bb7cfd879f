import { LoadedDrawer } from '../../ui/loaded-drawer.tsx';
import { COPY } from './copy.ts';
import { ShipmentDetails } from './shipment-details.tsx';
import { useShipment } from './use-history.ts';

export function ShipmentDrawer(props: { id: string; onClose: () => void }) {
  return (
    <LoadedDrawer {...props} title="Shipment" loadFailed={COPY.loadFailed} useLoaded={useShipment}>
      {(shipment) => <ShipmentDetails shipment={shipment} />}
    </LoadedDrawer>
  );
}
