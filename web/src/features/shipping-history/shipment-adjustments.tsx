import type { ClientAdjustment } from '@lading/contract/adjustments.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { ClientAmount } from '../../ui/adjustments/client-amount.tsx';
import { DisputeAction } from '../../ui/adjustments/dispute-action.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { COPY } from './copy.ts';

/** What the carrier billed or credited after the purchase. */
export function ShipmentAdjustments({ adjustments }: { adjustments: readonly ClientAdjustment[] }) {
  return (
    <>
      <ul className="grid border-b border-line">
        {adjustments.map((adjustment) => (
          <li key={adjustment.id} className="grid gap-2 border-t border-line py-3">
            <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
              <p className="min-w-0 flex-1 basis-48 wrap-anywhere">{adjustment.text}</p>
              <p className="text-right">
                <ClientAmount adjustment={adjustment} />
              </p>
            </div>
            <p className="text-small text-text-2">
              <OperatorMoment iso={adjustment.createdAt} />
            </p>
            <DisputeAction adjustment={adjustment} />
          </li>
        ))}
      </ul>
      <Link
        to={PAGES.balance}
        className="link inline-flex min-h-11 items-center justify-self-start md:min-h-6"
      >
        {COPY.allAdjustments}
      </Link>
    </>
  );
}
