import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { shipmentName } from './shipment-text.ts';

interface RefundButtonProps {
  shipment: AdminShipment;
  /** The carrier can still void the label. */
  voidable: boolean;
}

/** Shown even if nothing is refundable, because the dialog explains why. */
export function RefundButton({ shipment, voidable }: RefundButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {SHIPMENTS.refund}
        <span className="sr-only"> {shipmentName(shipment)}</span>
      </Button>
      {open && <RefundDialog shipment={shipment} voidable={voidable} onClose={() => setOpen(false)} />}
    </>
  );
}
