import { LoadedDrawer } from '../../ui/loaded-drawer.tsx';
import { COPY } from './copy.ts';
import { ShipmentDetails } from './shipment-details.tsx';
import { useShipmentDetails } from './use-shipments.ts';

export function DetailsDrawer(props: { id: string; onClose: () => void }) {
  return (
    <LoadedDrawer {...props} title="Shipment" loadFailed={COPY.loadOneFailed} useLoaded={useShipmentDetails}>
      {(details) => <ShipmentDetails details={details} />}
    </LoadedDrawer>
  );
}
