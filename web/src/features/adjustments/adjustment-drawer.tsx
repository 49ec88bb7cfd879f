import type { AdminAdjustment, AdminAdjustmentAnswer } from '@lading/contract/adjustments.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { amountText, reasonName } from '../../ui/adjustments/adjustment-text.ts';
import { ParcelComparison } from '../../ui/adjustments/parcel-comparison.tsx';
import { DetailPart, Fact, Facts } from '../../ui/details.tsx';
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx';
import { OperatorMoment, ZoneNote } from '../../ui/operator-moment.tsx';
import { useAdjustment } from './adjustment-calls.ts';
import { ClientLink, ShipmentLink } from './adjustment-columns.tsx';
import { COPY } from './copy.ts';
import { DisputePart } from './dispute-part.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

const { drawer } = COPY;

export function AdjustmentDrawer(props: { id: string; onClose: () => void }) {
  return (
    <LoadedDrawer {...props} title={drawer.title} loadFailed={COPY.loadOneFailed} useLoaded={useAdjustment}>
      {({ adjustment, lines }) => <Details adjustment={adjustment} lines={lines} />}
    </LoadedDrawer>
  );
}

function Details({ adjustment, lines }: AdminAdjustmentAnswer) {
  return (
    <div className="grid gap-6">
      <div className="rule-heavy grid gap-2 pt-4">
        <p className="text-h3">{reasonName(adjustment.reason)}</p>
        <p className="wrap-anywhere">{adjustment.text}</p>
        <p className="text-small text-text-2">
          <ZoneNote />
        </p>
      </div>
      <DisputePart adjustment={adjustment} />
      <DetailPart title={drawer.amounts}>
        <Amounts adjustment={adjustment} />
      </DetailPart>
      <DetailPart title={drawer.facts}>
        <ParcelComparison claimed={adjustment.claimed} measured={adjustment.measured} />
      </DetailPart>
      <DetailPart title={drawer.shipment}>
        <Facts>
          <Fact name={drawer.shipment}>
            <ShipmentLink {...adjustment} />
            <span className="block text-small text-text-2">
              {adjustment.carrier} {adjustment.service}
            </span>
          </Fact>
          <Fact name={drawer.owner}>
            <ClientLink {...adjustment} />
          </Fact>
          <Fact name={drawer.invoice}>
            <Link
              to={`${PAGES.adminAdjustments}?tab=invoices&invoice=${adjustment.invoiceId}`}
              className="link"
            >
              {adjustment.invoiceNumber}
            </Link>
          </Fact>
          <Fact name={drawer.imported}>
            <OperatorMoment iso={adjustment.createdAt} />
          </Fact>
        </Facts>
      </DetailPart>
      <DetailPart title={drawer.lines}>
        <Lines lines={lines} />
      </DetailPart>
    </div>
  );
}

function Amounts({
  adjustment: { billed, client, fee, reversed, outcome },
}: {
  adjustment: AdminAdjustment;
}) {
  return (
    <Facts>
      <Fact name={drawer.billed}>{amountText(billed)}</Fact>
      <Fact name={drawer.outcome}>
        <OutcomeBadge outcome={outcome} />
      </Fact>
      <Fact name={drawer.client}>{amountText(client)}</Fact>
      {fee > 0 && <Fact name={drawer.fee}>{formatMoney(fee)}</Fact>}
      {reversed > 0 && <Fact name={drawer.reversed}>{formatMoney(reversed)}</Fact>}
    </Facts>
  );
}

function Lines({ lines }: Pick<AdminAdjustmentAnswer, 'lines'>) {
  if (lines.length === 0) return <p className="text-text-2">{drawer.noLines}</p>;
  return (
    <table className="num w-full border-b border-line">
      <thead className="text-micro text-text-2">
        <tr>
          <th scope="col" className="py-1 text-left">
            {drawer.line}
          </th>
          <th scope="col" className="py-1 pl-3 text-left">
            {drawer.description}
          </th>
          <th scope="col" className="py-1 pl-3 text-right">
            {drawer.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, description, amount }) => (
          <tr key={`${line} ${description} ${amount}`} className="border-t border-line align-top">
            <td className="py-1.5">{line}</td>
            <td className="py-1.5 pl-3 wrap-anywhere">{description}</td>
            <td className="py-1.5 pl-3 text-right whitespace-nowrap">{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
