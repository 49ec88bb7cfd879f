import type { AdminShipment, RefundBody } from '@lading/contract/admin-shipments.ts';
import { REASON_MAX_LENGTH } from '@lading/contract/constants.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Fact, Facts } from '../../ui/details.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { reportError } from '../../ui/report-error.ts';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { amountNote, checkRefund, leftText, type RefundDraft } from './refund-draft.ts';
import { money } from './shipment-text.ts';
import { useRefund } from './use-refund.ts';

interface RefundDialogProps {
  shipment: AdminShipment;
  /** The carrier can still void the label. */
  voidable: boolean;
  onClose: () => void;
}

const explain = (error: unknown) => messageOf(error, SHIPMENTS.refundFailed);

export function RefundDialog({ shipment, voidable, onClose }: RefundDialogProps) {
  const refund = useRefund(shipment.shipmentId);
  const [draft, setDraft] = useState<RefundDraft>({
    amount: shipment.refundable.toFixed(2),
    reason: '',
    voidLabel: false,
  });
  const change = (part: Partial<RefundDraft>) => setDraft((before) => ({ ...before, ...part }));
  const send = async (body: RefundBody) => {
    try {
      const { voided } = await refund(body);
      toast.success(SHIPMENTS.refunded);
      if (voided) toast.info(voided.text);
    } catch (error) {
      reportError(error, explain(error));
      throw error;
    }
  };
  const note = amountNote(draft.amount, shipment);
  return (
    <FormDialog
      title={SHIPMENTS.refundTitle}
      submitLabel={SHIPMENTS.confirmRefund}
      onClose={onClose}
      check={() => checkRefund(draft)}
      send={send}
      announced
      explain={explain}
    >
      {({ errors, pending }) => (
        <>
          <Summary shipment={shipment} />
          <TextField
            label="Amount ($)"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            required
            disabled={pending}
            value={draft.amount}
            error={errors.amount}
            hint={
              <>
                {leftText(shipment)}
                {note && <span className="block font-medium text-warn-fg">{note}</span>}
              </>
            }
            onChange={(amount) => change({ amount })}
          />
          <TextAreaField
            label={SHIPMENTS.refundReason}
            name="reason"
            required
            disabled={pending}
            maxLength={REASON_MAX_LENGTH}
            value={draft.reason}
            error={errors.reason}
            onChange={(reason) => change({ reason })}
          />
          {voidable && (
            <Checkbox
              label={COPY.voidLabel}
              name="voidLabel"
              disabled={pending}
              checked={draft.voidLabel}
              onChange={(voidLabel) => change({ voidLabel })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

function Summary({ shipment }: { shipment: AdminShipment }) {
  const { trackingNumber, clientName, origin, destination, carrier, createdAt, cost } = shipment;
  return (
    <div className="rounded-card bg-surface-2 p-4">
      <Facts>
        {trackingNumber && <Fact name={SHIPMENTS.columns.tracking}>{trackingNumber}</Fact>}
        <Fact name={SHIPMENTS.columns.client}>{clientName}</Fact>
        <Fact name="Route">
          {origin.formatted} to {destination.formatted}
        </Fact>
        <Fact name={SHIPMENTS.columns.carrier}>
          {carrier}, <OperatorMoment iso={createdAt} day />
        </Fact>
        <Fact name={SHIPMENTS.columns.cost}>{money(cost)}</Fact>
      </Facts>
    </div>
  );
}
