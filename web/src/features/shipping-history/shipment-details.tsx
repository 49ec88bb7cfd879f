import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { abroad, cityLine } from '@lading/contract/place-line.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { TransactionAnswer } from '@lading/contract/shipments.ts';
import { Repeat } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { formatsOf } from '../../lib/label-formats.ts';
import { statusText } from '../../lib/status-text.ts';
import { currentDetail } from '../../lib/tracking-detail.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CustomsDetails } from '../../ui/declaration/customs-details.tsx';
import { extrasTexts } from '../../ui/declaration/extras-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Missing } from '../../ui/missing.tsx';
import { TrackingLink } from '../../ui/tracking-link.tsx';
import { COPY } from './copy.ts';
import { deliveryText, formatHistoryDay } from './history-text.ts';
import { LabelDownloadForm } from './label-download-form.tsx';
import { LabelPicture } from './label-picture.tsx';
import { ShipmentAdjustments } from './shipment-adjustments.tsx';
import { ShipmentStatus } from './shipment-status.tsx';
import { ShipmentTimeline } from './shipment-timeline.tsx';
import { timelineOf } from './timeline.ts';
import { useLabelDownload } from './use-label-download.ts';

type Shipment = TransactionAnswer['transaction'];
const money = (dollars: number) => formatMoney(centsOf(dollars));

export function ShipmentDetails({ shipment }: { shipment: Shipment }) {
  const { downloadOne } = useLabelDownload();
  const { package: parcel, tracking_number: number } = shipment;
  const extras = shipment.extras ? extrasTexts(shipment.extras) : [];
  const detail = currentDetail(shipment.status, shipment.trackingDetail);
  return (
    <div className="grid gap-6">
      <div className="rule-heavy grid gap-3 pt-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <ShipmentStatus status={shipment.status} />
          {detail && <span className="text-text-2">{detail}</span>}
          {number !== null && <TrackingLink number={number} url={shipment.trackingUrl} />}
        </div>
        <div className="flex flex-wrap gap-2">
          {number !== null && <CopyButton text={number} what="tracking number" />}
          <Link
            to={`${PAGES.createLabel}?from=${encodeURIComponent(shipment.shipment_id)}`}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <Icon of={Repeat} className="size-4" />
            Ship again
          </Link>
        </div>
        <MoneyNote shipment={shipment} />
      </div>

      <Adjustments shipment={shipment} />

      {shipment.labelPath !== null && (
        <Part title="Label">
          <LabelPicture shipment={shipment} />
          <LabelDownloadForm
            formats={formatsOf(shipment)}
            documents={shipment.documents ?? []}
            onDownload={(format, content) => downloadOne(shipment, format, content)}
          />
        </Part>
      )}

      <Part title="Timeline">
        <ShipmentTimeline steps={timelineOf(shipment)} />
      </Part>

      <div className="grid gap-6 sm:grid-cols-2">
        <Part title="From">
          <PostalAddress address={shipment.sender} />
        </Part>
        <Part title="To">
          <PostalAddress address={shipment.recipient} />
        </Part>
      </div>

      <Part title="Shipment">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          <Fact name="Service">
            {shipment.carrier} {shipment.serviceName}
          </Fact>
          <Fact name={statusText(parcel.type)}>
            {parcel.length} × {parcel.width} × {parcel.height} {parcel.distance_unit}, {parcel.weight}{' '}
            {parcel.mass_unit}
          </Fact>
          <Fact name="Cost">{money(shipment.cost)}</Fact>
          <Fact name="Shipping date">{formatHistoryDay(shipment.shipping_date) ?? <Missing />}</Fact>
          <Fact name="Delivery date">{deliveryText(shipment) ?? <Missing />}</Fact>
          {extras.length > 0 && <Fact name="Extras">{extras.join(', ')}</Fact>}
          {shipment.internalNotes && <Fact name="Notes">{shipment.internalNotes}</Fact>}
        </dl>
      </Part>

      {shipment.customs && (
        <Part title="Customs">
          <CustomsDetails customs={shipment.customs} />
        </Part>
      )}
    </div>
  );
}

function Adjustments({ shipment: { adjustments = [] } }: { shipment: Shipment }) {
  if (adjustments.length === 0) return null;
  return (
    <Part title={COPY.adjustments}>
      <ShipmentAdjustments adjustments={adjustments} />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h3 id={id} className="text-micro text-text-2">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-2">{name}</dt>
      <dd className="num wrap-anywhere">{children}</dd>
    </>
  );
}

function PostalAddress({ address }: { address: Shipment['sender'] }) {
  const {
    fullName,
    company,
    address: street,
    address2,
    city,
    state,
    zipCode,
    country,
    phone,
    email,
  } = address;
  const lines = [
    company,
    street,
    address2,
    cityLine({ city, state, zip: zipCode, country }),
    abroad(country),
  ];
  return (
    <address className="num not-italic wrap-anywhere">
      <span className="block font-semibold">{fullName}</span>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      {[phone, email].filter(Boolean).map((line) => (
        <span key={line} className="block text-small text-text-2">
          {line}
        </span>
      ))}
    </address>
  );
}

function MoneyNote({ shipment: { labelStatus, refunded } }: { shipment: Shipment }) {
  if (refunded > 0) return <InlineAlert tone="info">{COPY.refunded(money(refunded))}</InlineAlert>;
  if (labelStatus === 'refunding') return <InlineAlert tone="warn">{COPY.refunding}</InlineAlert>;
  if (labelStatus === 'processing') return <InlineAlert tone="info">{COPY.processing}</InlineAlert>;
  return null;
}
