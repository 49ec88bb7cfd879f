import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { useState } from 'react';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { leftText } from './refund-draft.ts';
import { shipmentName } from './shipment-text.ts';

interface RefundButtonProps {
  shipment: AdminShipment;
  /** The carrier can still void the label. */
  voidable: boolean;
}

/** Disabled if nothing is refundable; the tooltip says why. Hidden from roles that may not refund. */
export function RefundButton({ shipment, voidable }: RefundButtonProps) {
  const [open, setOpen] = useState(false);
  const mayRefund = useMay('refunds.create');
  if (!mayRefund) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        disabled={shipment.refundable <= 0}
        title={shipment.refundable <= 0 ? leftText(shipment) : undefined}
        onClick={() => setOpen(true)}
      >
        {SHIPMENTS.refund}
        <span className="sr-only"> {shipmentName(shipment)}</span>
      </Button>
      {open && <RefundDialog shipment={shipment} voidable={voidable} onClose={() => setOpen(false)} />}
    </>
  );
}
