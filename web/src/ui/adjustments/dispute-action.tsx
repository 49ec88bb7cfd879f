import type { ClientAdjustment } from '@lading/contract/adjustments.ts';
import { useState } from 'react';
import { useOperatorTime } from '../../lib/use-operator-time.ts';
import { Button } from '../button.tsx';
import { COPY } from './copy.ts';
import { DisputeBadge } from './dispute-badge.tsx';
import { DisputeDetailsDialog } from './dispute-details-dialog.tsx';
import { DisputeDialog } from './dispute-dialog.tsx';

/** The state of the dispute, or the button that opens one. Empty if the adjustment can't be disputed. */
export function DisputeAction({ adjustment }: { adjustment: ClientAdjustment }) {
  const [open, setOpen] = useState(false);
  const { dispute, canDispute, disputeUntil, trackingNumber } = adjustment;
  const lastDay = useOperatorTime().date(disputeUntil);
  if (dispute === null && !canDispute) return null;
  const close = () => setOpen(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {dispute && <DisputeBadge state={dispute.state} />}
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {dispute ? COPY.view.action : COPY.dispute.action}
        <span className="sr-only"> {COPY.dispute.of(trackingNumber ?? '')}</span>
      </Button>
      {!dispute && lastDay && (
        <span className="num text-small text-text-2">{COPY.dispute.until(lastDay)}</span>
      )}
      {open &&
        (dispute ? (
          <DisputeDetailsDialog adjustment={adjustment} dispute={dispute} onClose={close} />
        ) : (
          <DisputeDialog adjustment={adjustment} onClose={close} />
        ))}
    </div>
  );
}
