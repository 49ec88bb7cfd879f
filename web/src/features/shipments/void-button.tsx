import type { AdminShipmentDetails } from '@lading/contract/admin-shipments.ts';
import { useState } from 'react';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { COPY } from './copy.ts';
import { shipmentName } from './shipment-text.ts';
import { useVoid } from './use-void.ts';

/** Voids a label without a refund. Hidden if the label can't be voided or the role may not void it. */
export function VoidButton({ shipment }: { shipment: AdminShipmentDetails['shipment'] }) {
  const mayVoid = useMay('refunds.create');
  const voidLabel = useVoid(shipment.shipmentId);
  const [asking, setAsking] = useState(false);
  // The dialog stays until it is closed, because it shows why the label can no longer be voided.
  if (!mayVoid || !(shipment.voidable || asking)) return null;
  return (
    <>
      {shipment.voidable && (
        <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
          {COPY.void}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={COPY.voidTitle}
          confirmLabel={COPY.void}
          destructive
          who={<span className="font-semibold text-text">{shipmentName(shipment)}</span>}
          act={voidLabel}
          done={COPY.voidRequested}
          onClose={() => setAsking(false)}
        >
          {shipment.refundable > 0 ? COPY.voidKeepsMoney : COPY.voidText}
        </ConfirmDialog>
      )}
    </>
  );
}
