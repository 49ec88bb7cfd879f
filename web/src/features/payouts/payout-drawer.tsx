import type { AdminPayoutAnswer, PayoutMovement } from '@lading/contract/admin-payouts.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { DetailPart, Fact, Facts } from '../../ui/details.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { COPY } from './copy.ts';
import { formatAmount } from './format-amount.ts';
import { Difference, PayoutStatus } from './payout-columns.tsx';
import { usePayout } from './use-payouts.ts';

export function PayoutDrawer(props: { id: string; onClose: () => void }) {
  return (
    <LoadedDrawer {...props} title={COPY.one} loadFailed={COPY.loadOneFailed} useLoaded={usePayout}>
      {(loaded) => <PayoutDetails {...loaded} />}
    </LoadedDrawer>
  );
}

type PayoutDetailsProps = AdminPayoutAnswer['data'] & { setPage: (page: number) => void };

function PayoutDetails({ payout, movements, pagination, setPage }: PayoutDetailsProps) {
  const { amount, currency, fees, difference, createdAt, arrivesAt, id } = payout;
  return (
    <div className="rule-heavy grid gap-6 pt-4">
      <div>
        <p className="num text-h1">{formatAmount(amount, currency)}</p>
        <div className="mt-2">
          <PayoutStatus {...payout} />
        </div>
      </div>
      {difference !== null && difference !== 0 && (
        <InlineAlert tone="warn">{COPY.differs(formatAmount(difference, currency))}</InlineAlert>
      )}
      <Facts>
        <Fact name="Created">
          <OperatorMoment iso={createdAt} />
        </Fact>
        <Fact name="Arrival">
          <OperatorMoment iso={arrivesAt} day />
        </Fact>
        <Fact name="Fees">{fees === null ? COPY.unknown : formatAmount(fees, currency)}</Fact>
        <Fact name="Difference">
          <Difference difference={difference} currency={currency} />
        </Fact>
        <Fact name="Payout ID">
          <span className="code">{id}</span>
        </Fact>
      </Facts>
      <DetailPart title={COPY.movements}>
        {movements.length === 0 ? (
          <p className="text-text-2">{COPY.noMovements}</p>
        ) : (
          <>
            <p className="text-small text-text-2">{COPY.movementCount(pagination.totalRecords)}</p>
            <ul className="divide-y divide-line border-y border-line">
              {movements.map((movement) => (
                <MovementItem key={movement.id} {...movement} currency={currency} />
              ))}
            </ul>
            {pagination.totalPages > 1 && (
              <Pagination
                page={pagination.currentPage}
                totalPages={pagination.totalPages}
                totalRecords={pagination.totalRecords}
                pageSize={PAGE_SIZE}
                onPage={setPage}
              />
            )}
          </>
        )}
      </DetailPart>
    </div>
  );
}

/** The movements of a payout are in its currency. */
function MovementItem(movement: PayoutMovement & { currency: string }) {
  const { kind, amount, currency, fee, net, createdAt, clientId, clientName, shipmentId } = movement;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3">
      <span>{COPY.kinds[kind as keyof typeof COPY.kinds] ?? kind}</span>
      <span className="num text-right">{formatAmount(net, currency)}</span>
      <span className="text-small text-text-2">
        <OperatorMoment iso={createdAt} />
      </span>
      <span className="num text-right text-small text-text-2">
        {fee === 0 ? null : `${formatAmount(amount, currency)} less ${formatAmount(fee, currency)} in fees`}
      </span>
      {clientId !== null && (
        <span className="col-span-2 flex flex-wrap gap-x-4 gap-y-1 text-small">
          <Link to={path(PAGES.adminClient, { id: clientId })} className="link wrap-anywhere">
            {clientName}
          </Link>
          {shipmentId !== null && (
            <Link to={`${PAGES.adminShipments}?shipment=${shipmentId}`} className="link">
              View shipment
            </Link>
          )}
        </span>
      )}
    </li>
  );
}
