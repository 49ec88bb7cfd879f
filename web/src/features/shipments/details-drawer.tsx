import { LoadedDrawer } from '../../ui/loaded-drawer.tsx';
import { ShipmentDetails } from './shipment-details.tsx';
import { useShipmentDetails } from './use-shipments.ts';

export function DetailsDrawer(props: { id: string; onClose: () => void }) {
  return (
    <LoadedDrawer
      {...props}
      title="Shipment"
      loadFailed="This shipment could not be loaded."
      useLoaded={useShipmentDetails}
    >
      {(details) => <ShipmentDetails details={details} />}
    </LoadedDrawer>
  );
}
