import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { leftText } from './refund-draft.ts';
import { shipmentName } from './shipment-text.ts';

interface RefundButtonProps {
  shipment: AdminShipment;
  /** Opens the dialog, which must outlive the button: a reloaded list may no longer have its row. */
  onOpen: (shipment: AdminShipment) => void;
}

/** Disabled if nothing is refundable; the tooltip says why. Hidden from roles that may not refund. */
export function RefundButton({ shipment, onOpen }: RefundButtonProps) {
  const mayRefund = useMay('refunds.create');
  if (!mayRefund) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={shipment.refundable <= 0}
      title={shipment.refundable <= 0 ? leftText(shipment) : undefined}
      onClick={() => onOpen(shipment)}
    >
      {SHIPMENTS.refund}
      <span className="sr-only"> {shipmentName(shipment)}</span>
    </Button>
  );
}
