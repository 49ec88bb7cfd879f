import type { AdminShipmentDetails } from '@lading/contract/admin-shipments.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatFullDay } from '../../lib/format-day.ts';
import { currentDetail } from '../../lib/tracking-detail.ts';
import { AdminStatus } from '../../ui/admin-status.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CustomsDetails } from '../../ui/declaration/customs-details.tsx';
import { extrasTexts } from '../../ui/declaration/extras-texts.ts';
import { DetailPart, Fact, Facts } from '../../ui/details.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Missing } from '../../ui/missing.tsx';
import { OperatorMoment as Moment, ZoneNote } from '../../ui/operator-moment.tsx';
import { ExtraLines } from '../../ui/rates/extra-lines.tsx';
import { TrackingLink } from '../../ui/tracking-link.tsx';
import { COPY } from './copy.ts';
import { CustomsDocuments } from './customs-documents.tsx';
import { Adjustments, Attempts, Disputes, LedgerLines, Moves, Refunds, Scans } from './details-lists.tsx';
import { RefundButton } from './refund-button.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { inWords, money } from './shipment-text.ts';
import { VoidButton } from './void-button.tsx';

type Details = AdminShipmentDetails;

export function ShipmentDetails({ details }: { details: Details }) {
  return (
    <div className="grid gap-6">
      <Summary shipment={details.shipment} scans={details.tracking} />
      <ShipmentFacts shipment={details.shipment} />
      <Customs shipment={details.shipment} />
      <DetailPart title="Quote">
        <QuoteFacts quote={details.quote} />
      </DetailPart>
      <DetailPart title="Payment">
        <PaymentFacts payment={details.payment} />
      </DetailPart>
      <DetailPart title="Purchase attempts">
        <Attempts attempts={details.attempts} />
      </DetailPart>
      <DetailPart title="Label">
        <LabelFacts label={details.label} />
      </DetailPart>
      <DetailPart title="Tracking">
        <Scans scans={details.tracking} />
      </DetailPart>
      <DetailPart title="Refunds">
        <Refunds refunds={details.refunds} />
      </DetailPart>
      <DetailPart title="Payment disputes">
        <Disputes disputes={details.disputes} />
      </DetailPart>
      {details.adjustments && (
        <DetailPart title="Adjustments">
          <Adjustments adjustments={details.adjustments} />
        </DetailPart>
      )}
      <DetailPart title="Ledger">
        <LedgerLines lines={details.ledger} />
      </DetailPart>
      <DetailPart title="State changes">
        <Moves moves={details.moves} />
      </DetailPart>
    </div>
  );
}

function Summary({ shipment, scans }: { shipment: Details['shipment']; scans: Details['tracking'] }) {
  const { trackingNumber, trackingUrl, status, voided, failureReason, clientId, clientName, clientEmail } =
    shipment;
  const [refunding, setRefunding] = useState(false);
  const detail = currentDetail(status, scans.at(-1)?.detail);
  return (
    <div className="rule-heavy grid gap-3 pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <AdminStatus status={status} voided={voided} />
        {detail && <span className="text-text-2">{detail}</span>}
        {trackingNumber !== null && <TrackingLink number={trackingNumber} url={trackingUrl} />}
      </div>
      {failureReason && <InlineAlert tone={voided ? 'info' : 'bad'}>{failureReason}</InlineAlert>}
      <p className="wrap-anywhere">
        <Link to={path(PAGES.adminClient, { id: clientId })} className="link font-semibold">
          {clientName}
        </Link>
        <span className="block text-small text-text-2">{clientEmail}</span>
      </p>
      <p className="text-small text-text-2">
        <ZoneNote />
      </p>
      <div className="flex flex-wrap gap-2">
        <RefundButton shipment={shipment} onOpen={() => setRefunding(true)} />
        <VoidButton shipment={shipment} />
        {trackingNumber !== null && <CopyButton text={trackingNumber} what="tracking number" />}
        <Link
          to={`${PAGES.adminShipments}?clientId=${encodeURIComponent(clientId)}`}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          {COPY.allOfClient}
        </Link>
      </div>
      {refunding && (
        <RefundDialog shipment={shipment} voidable={shipment.voidable} onClose={() => setRefunding(false)} />
      )}
    </div>
  );
}

function Customs({ shipment }: { shipment: Details['shipment'] }) {
  const { customs, documents } = shipment;
  return (
    <>
      {customs && (
        <DetailPart title="Customs">
          <CustomsDetails customs={customs} sender="Sender’s" />
        </DetailPart>
      )}
      {documents && (
        <DetailPart title="Customs documents">
          <CustomsDocuments shipment={shipment} documents={documents} />
        </DetailPart>
      )}
    </>
  );
}

function ShipmentFacts({ shipment }: { shipment: Details['shipment'] }) {
  const extras = shipment.extras ? extrasTexts(shipment.extras) : [];
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <DetailPart title="From">
          <Lines lines={shipment.sender} />
        </DetailPart>
        <DetailPart title="To">
          <Lines lines={shipment.receiver} />
        </DetailPart>
      </div>
      <DetailPart title="Shipment">
        <Facts>
          <Fact name="State">{inWords(shipment.state)}</Fact>
          <Fact name="Service">
            {shipment.carrier} {shipment.serviceName}
          </Fact>
          <Fact name="Package">{shipment.parcel}</Fact>
          <Fact name="Shipping date">{formatFullDay(shipment.shippingDate) || <Missing />}</Fact>
          <Fact name="Delivery date">{formatFullDay(shipment.deliveryDate ?? '') || <Missing />}</Fact>
          <Fact name={SHIPMENTS.columns.cost}>{money(shipment.cost)}</Fact>
          {extras.length > 0 && <Fact name="Extras">{extras.join(', ')}</Fact>}
          {shipment.notes && <Fact name="Notes">{shipment.notes}</Fact>}
          <Fact name="Created">
            <Moment iso={shipment.createdAt} />
          </Fact>
          <Fact name="Shipment ID">
            <span className="code">{shipment.shipmentId}</span>
          </Fact>
        </Facts>
      </DetailPart>
    </>
  );
}

/** The first line is a name. */
function Lines({ lines: [name, ...rest] }: { lines: readonly string[] }) {
  return (
    <address className="num not-italic wrap-anywhere">
      <span className="block font-semibold">{name}</span>
      <span className="block whitespace-pre-line">{rest.join('\n')}</span>
    </address>
  );
}

function QuoteFacts({ quote }: { quote: Details['quote'] }) {
  return (
    <Facts>
      <Fact name="Carrier’s quote">{money(quote.carrierCost)}</Fact>
      <Fact name="Commission">
        {money(quote.commission)} ({quote.commissionRule})
      </Fact>
      <Fact name="Client pays">
        <span className="font-semibold">{money(quote.total)}</span>
        {quote.extras && <ExtraLines extras={quote.extras} />}
        {quote.explanation && (
          <span className="block text-small text-text-2">
            {quote.explanation}
            {quote.priceVersion !== undefined && ` (price rules version ${quote.priceVersion})`}
          </span>
        )}
      </Fact>
      {quote.actualCost !== null && (
        <Fact name="Carrier charged">
          {money(quote.actualCost)}
          <Difference of={quote.actualCost - quote.carrierCost} />
        </Fact>
      )}
      <Fact name="Quoted">
        <Moment iso={quote.quotedAt} />
      </Fact>
      <Fact name="Valid until">
        <Moment iso={quote.expiresAt} />
      </Fact>
      <Fact name="Quote ID">
        <span className="code">{quote.id}</span>
      </Fact>
    </Facts>
  );
}

/** Empty if the carrier charged the quoted price. */
function Difference({ of }: { of: number }) {
  if (Math.abs(of) < 0.005) return null;
  return <span className="text-text-2"> ({COPY.difference(money(Math.abs(of)), of > 0)})</span>;
}

function PaymentFacts({ payment }: { payment: Details['payment'] }) {
  return (
    <Facts>
      <Fact name="Status">{inWords(payment.status)}</Fact>
      <Fact name="Amount">
        {money(payment.amount)}
        {payment.allocated !== payment.amount && (
          <span className="text-text-2"> ({COPY.partForShipment(money(payment.allocated))})</span>
        )}
      </Fact>
      <Fact name="Paid">
        <Moment iso={payment.paidAt} />
      </Fact>
      {payment.batchId && (
        <Fact name="Upload ID">
          <span className="code">{payment.batchId}</span>
        </Fact>
      )}
      <Fact name="Payment ID">
        <span className="code">{payment.id}</span>
      </Fact>
      {payment.intentId && (
        <Fact name="Provider ID">
          <span className="code">{payment.intentId}</span>
        </Fact>
      )}
    </Facts>
  );
}

function LabelFacts({ label }: { label: Details['label'] }) {
  if (label === null) return <p className="text-text-2">{COPY.noLabel}</p>;
  return (
    <Facts>
      <Fact name="Created">
        <Moment iso={label.purchasedAt} />
      </Fact>
      <Fact name="Downloaded">{label.downloadedAt ? <Moment iso={label.downloadedAt} /> : 'Not yet'}</Fact>
      <Fact name="Format">{COPY.labelFormat(label.format)}</Fact>
      {label.transactionId && (
        <Fact name="Provider ID">
          <span className="code">{label.transactionId}</span>
        </Fact>
      )}
    </Facts>
  );
}
