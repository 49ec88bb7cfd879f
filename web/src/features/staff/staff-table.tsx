import { formatCount } from '@lading/contract/format-count.ts';
import { STAFF_ROLE_NAMES } from '@lading/contract/permissions.ts';
import type { StaffMember } from '@lading/contract/staff.ts';
import { CircleCheck, CirclePause } from 'lucide-react';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { COPY } from './copy.ts';
import { StaffActions } from './staff-actions.tsx';
import type { MemberLayer } from './staff-layers.tsx';
import type { StaffCalls } from './use-staff.ts';

const { columns } = COPY;

const LOOKS = {
  active: { tone: 'ok', icon: CircleCheck },
  suspended: { tone: 'warn', icon: CirclePause },
} as const;

interface StaffTableProps {
  staff: readonly StaffMember[];
  /** The signed-in person, whose own row has no actions. */
  selfId: string;
  busy: boolean;
  calls: StaffCalls;
  onOpen: (kind: MemberLayer, member: StaffMember) => void;
}

export function StaffTable({ staff, selfId, busy, calls, onOpen }: StaffTableProps) {
  const cells: readonly DataColumn<StaffMember>[] = [
    {
      key: 'person',
      header: columns.person,
      primary: true,
      cell: ({ name, email }) => (
        <span className="block min-w-0 md:min-w-40">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="block text-small font-normal text-text-2">
            <EmailText>{email}</EmailText>
          </span>
        </span>
      ),
    },
    {
      key: 'role',
      header: columns.role,
      cell: ({ role }) => <span className="whitespace-nowrap">{STAFF_ROLE_NAMES[role]}</span>,
    },
    {
      key: 'status',
      header: columns.status,
      cell: ({ status }) => (
        <StatusBadge tone={LOOKS[status].tone} icon={LOOKS[status].icon}>
          {COPY.statuses[status]}
        </StatusBadge>
      ),
    },
    {
      key: 'lastActive',
      header: columns.lastActive,
      cell: ({ lastActive }) => <OperatorMoment iso={lastActive} />,
    },
    {
      key: 'sessions',
      header: columns.sessions,
      align: 'right',
      cell: ({ sessions }) => <span className="num">{formatCount(sessions)}</span>,
    },
    {
      key: 'secondFactor',
      header: columns.secondFactor,
      cell: ({ secondFactor }) => (secondFactor ? 'Yes' : <span className="text-text-2">No</span>),
    },
    {
      key: 'actions',
      header: columns.actions,
      cell: (member) =>
        member.id === selfId ? (
          <span className="text-text-2">{COPY.you}</span>
        ) : (
          <StaffActions member={member} activate={calls.activate} onOpen={(kind) => onOpen(kind, member)} />
        ),
    },
  ];
  return (
    <DataTable
      caption={COPY.title}
      columns={cells}
      rows={staff}
      rowKey={({ id }) => id}
      busy={busy}
      dense
      narrow
    />
  );
}
