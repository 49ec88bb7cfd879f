import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { ShipmentDetails } from './shipment-details.tsx';
import { useShipment } from './use-history.ts';

export function ShipmentDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  // While the drawer leaves, it still shows what it showed.
  const [shownId, setShownId] = useState(id);
  if (id !== '' && id !== shownId) setShownId(id);
  return (
    <Drawer open={id !== ''} onOpenChange={(open) => !open && onClose()} title="Shipment" side="right">
      <DrawerBody key={shownId} id={shownId} />
    </Drawer>
  );
}

function DrawerBody({ id }: { id: string }) {
  const shipment = useShipment(id);
  const waiting = useDelayedFlag(shipment.isPending);
  if (shipment.data) return <ShipmentDetails shipment={shipment.data} />;
  if (shipment.isError) {
    return (
      <ErrorPanel
        message="This shipment could not be loaded."
        reason={reasonOf(shipment.error)}
        onRetry={() => void shipment.refetch()}
      />
    );
  }
  return (
    <div className="rule-heavy grid gap-4 pt-4">
      {waiting && (
        <>
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-9 w-72 max-w-full" />
          <Skeleton className="h-80 w-full" />
        </>
      )}
    </div>
  );
}
