import { WIZARD } from '@lading/contract/messages.ts';
import { abroad, cityLine } from '@lading/contract/place-line.ts';
import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import { reasonOf } from '../../lib/api-error.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Label } from '../../ui/label/label.tsx';
import { describeLabel } from '../../ui/label/label-data.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ConfirmationStep } from './confirmation-step.tsx';
import { COPY } from './copy.ts';
import { LabelPicture } from './label-picture.tsx';
import { ProcessingPanel, RefundPanel, UnknownPanel } from './outcome-panels.tsx';
import { PageFrame } from './page-frame.tsx';
import { type Transaction, useTransaction } from './use-transaction.ts';

interface LabelViewProps {
  shipmentId: string;
  onAnother: () => void;
}

const partyOf = ({ fullName, city, state, zipCode: zip, country }: Transaction['sender']) => ({
  name: fullName,
  city,
  state,
  zip,
  ...(country !== 'US' && {
    abroad: { cityLine: cityLine({ city, state, zip, country }), country: abroad(country) },
  }),
});

const descriptionOf = (shipment: Transaction) =>
  describeLabel(
    {
      from: partyOf(shipment.sender),
      to: partyOf(shipment.recipient),
      carrier: shipment.carrier,
      service: shipment.serviceName,
      ...(shipment.tracking_number && { trackingNumber: shipment.tracking_number }),
    },
    'final',
  );

/** A paid shipment: waiting for its label, ready, or refunded. */
export function LabelView({ shipmentId, onAnother }: LabelViewProps) {
  // Reached from the purchase, not by a reload.
  const fresh = useNavigationType() !== 'POP';
  const query = useTransaction(shipmentId);
  const shipment = query.data;
  const status = shipment?.labelStatus;

  // A label that was ready immediately has already been announced.
  const waited = useRef(false);
  useEffect(() => {
    if (status === 'processing') waited.current = true;
    else if (status === 'ready' && waited.current) toast.success(WIZARD.labelGenerated);
  }, [status]);

  const picture =
    shipment && status === 'ready' ? (
      <LabelPicture
        shipment={shipment}
        description={descriptionOf(shipment)}
        feed={fresh || waited.current}
      />
    ) : (
      <Label mode={query.isError ? 'blank' : 'ghost'} size="preview" />
    );

  return (
    <PageFrame
      current={4}
      side={
        <div className="rounded-card border border-line bg-surface-2 p-5 sm:p-8 lg:self-start">
          <div className="mx-auto w-fit max-w-full">{picture}</div>
        </div>
      }
    >
      {shipment ? (
        <Outcome shipment={shipment} onAnother={onAnother} />
      ) : (
        query.isError && (
          <ErrorPanel
            message={COPY.label.loadFailed}
            reason={reasonOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        )
      )}
    </PageFrame>
  );
}

function Outcome({ shipment, onAnother }: { shipment: Transaction; onAnother: () => void }) {
  const { labelStatus } = shipment;
  if (labelStatus === 'ready') return <ConfirmationStep shipment={shipment} onAnother={onAnother} />;
  if (labelStatus === 'processing') return <ProcessingPanel shipment={shipment} />;
  if (labelStatus === 'refunding' || labelStatus === 'refunded' || labelStatus === 'voided')
    return <RefundPanel shipment={shipment} state={labelStatus} onAnother={onAnother} />;
  return <UnknownPanel shipment={shipment} />;
}
