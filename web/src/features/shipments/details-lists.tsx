import type { AdminShipmentDetails } from '@lading/contract/admin-shipments.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeEvent } from '../../lib/tracking-detail.ts';
import { amountText, reasonName } from '../../ui/adjustments/adjustment-text.ts';
import { DisputeBadge } from '../../ui/adjustments/dispute-badge.tsx';
import { OperatorMoment as Moment } from '../../ui/operator-moment.tsx';
import { COPY } from './copy.ts';
import { bookingsOf } from './ledger-bookings.ts';
import { inWords, money } from './shipment-text.ts';

type Details = AdminShipmentDetails;

function Entries({ none, children }: { none: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="text-text-2">{none}</p>;
  return <ol className="grid border-b border-line">{children}</ol>;
}

interface EntryProps {
  title: ReactNode;
  figure?: ReactNode;
  at: string;
  children?: ReactNode;
}

function Entry({ title, figure, at, children }: EntryProps) {
  return (
    <li className="grid gap-0.5 border-t border-line py-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">{title}</span>
        {figure !== undefined && <span className="num">{figure}</span>}
      </p>
      {children}
      <p className="text-small text-text-2">
        <Moment iso={at} />
      </p>
    </li>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="text-small wrap-anywhere text-text-2">{children}</p>
);

export function Attempts({ attempts }: { attempts: Details['attempts'] }) {
  return (
    <Entries none={COPY.noAttempts}>
      {attempts.map((attempt) => (
        <Entry
          key={attempt.number}
          title={`${attempt.number}. ${inWords(attempt.state)}`}
          at={attempt.startedAt}
        >
          {attempt.detail && <Note>{attempt.detail}</Note>}
          {attempt.endedAt && (
            <Note>
              Finished <Moment iso={attempt.endedAt} />
            </Note>
          )}
        </Entry>
      ))}
    </Entries>
  );
}

export function Scans({ scans }: { scans: Details['tracking'] }) {
  return (
    <Entries none={COPY.noScans}>
      {scans.map((scan) => {
        const { title, note } = describeEvent(scan);
        return (
          <Entry
            key={`${scan.at} ${scan.status} ${scan.text}`}
            title={title || inWords(scan.status)}
            at={scan.at}
          >
            {note && <Note>{note}</Note>}
            {scan.place && <Note>{scan.place}</Note>}
          </Entry>
        );
      })}
    </Entries>
  );
}

export function Refunds({ refunds }: { refunds: Details['refunds'] }) {
  return (
    <Entries none={COPY.noRefunds}>
      {refunds.map((refund) => (
        <Entry
          key={refund.refundId}
          title={inWords(refund.state)}
          figure={money(refund.amount)}
          at={refund.createdAt}
        >
          {refund.reason && <Note>{refund.reason}</Note>}
          {refund.detail && <Note>{refund.detail}</Note>}
          <Note>{refund.by === null ? COPY.bySystem : COPY.by(refund.by)}</Note>
        </Entry>
      ))}
    </Entries>
  );
}

export function Disputes({ disputes }: { disputes: Details['disputes'] }) {
  return (
    <Entries none={COPY.noDisputes}>
      {disputes.map((dispute) => (
        <Entry
          key={dispute.disputeId}
          title={inWords(dispute.state)}
          figure={money(dispute.amount)}
          at={dispute.openedAt}
        >
          <Note>
            {inWords(dispute.reason)}, {dispute.disputeId}
          </Note>
          {dispute.endedAt && (
            <Note>
              Closed <Moment iso={dispute.endedAt} />
            </Note>
          )}
        </Entry>
      ))}
    </Entries>
  );
}

/** The amounts are what the carrier bills and how much of it the client pays. */
export function Adjustments({ adjustments }: { adjustments: NonNullable<Details['adjustments']> }) {
  return (
    <Entries none={COPY.noAdjustments}>
      {adjustments.map((adjustment) => (
        <Entry
          key={adjustment.id}
          title={
            <Link to={`${PAGES.adminAdjustments}?adjustment=${adjustment.id}`} className="link">
              {reasonName(adjustment.reason)}
            </Link>
          }
          figure={amountText(adjustment.billed)}
          at={adjustment.createdAt}
        >
          <Note>{adjustment.text}</Note>
          <Note>
            {adjustment.client === 0
              ? COPY.absorbed
              : COPY.clientPays(amountText(adjustment.client + adjustment.fee))}
          </Note>
          {adjustment.dispute && <DisputeBadge state={adjustment.dispute.state} />}
        </Entry>
      ))}
    </Entries>
  );
}

export function Moves({ moves }: { moves: Details['moves'] }) {
  return (
    <Entries none={COPY.noStateChanges}>
      {moves.map((move) => (
        <Entry
          key={`${move.at} ${move.object} ${move.from} ${move.to}`}
          title={`${inWords(move.object)}: ${[move.from, move.to].filter(Boolean).map(inWords).join(' → ')}`}
          at={move.at}
        />
      ))}
    </Entries>
  );
}

export function LedgerLines({ lines }: { lines: Details['ledger'] }) {
  const bookings = bookingsOf(lines);
  if (bookings.length === 0) return <p className="text-text-2">{COPY.noBookings}</p>;
  return (
    <table className="num w-full border-b border-line">
      <thead className="text-micro text-text-2">
        <tr>
          <th scope="col" className="py-1 text-left">
            Account
          </th>
          <th scope="col" className="py-1 text-right">
            Debit
          </th>
          <th scope="col" className="py-1 text-right">
            Credit
          </th>
        </tr>
      </thead>
      {bookings.map((booking) => (
        <tbody key={`${booking.at} ${booking.name}`} className="border-t border-line">
          <tr>
            <th scope="rowgroup" colSpan={3} className="pt-2 text-left">
              <span className="font-semibold wrap-anywhere">{booking.name}</span>
              <span className="block text-small font-normal text-text-2">
                <Moment iso={booking.at} />
              </span>
            </th>
          </tr>
          {booking.lines.map((line) => (
            <tr key={line.account}>
              <th scope="row" className="py-1 text-left font-normal last:pb-2">
                {inWords(line.account)}
              </th>
              <td className="py-1 pl-4 text-right">{line.amount > 0 && money(line.amount)}</td>
              <td className="py-1 pl-4 text-right">{line.amount < 0 && money(-line.amount)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
