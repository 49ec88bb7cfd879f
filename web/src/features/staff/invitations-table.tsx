import { STAFF_ROLE_NAMES } from '@lading/contract/permissions.ts';
import type { Invitation, InvitationAnswer } from '@lading/contract/staff.ts';
import { CircleAlert, Clock } from 'lucide-react';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { reportError } from '../../ui/report-error.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { COPY } from './copy.ts';

const columns = COPY.invitationColumns;

interface InvitationsTableProps {
  invitations: readonly Invitation[];
  resend: (id: string) => Promise<InvitationAnswer>;
  onResent: (answer: InvitationAnswer) => void;
  onRevoke: (invitation: Invitation) => void;
}

export function InvitationsTable({ invitations, resend, onResent, onRevoke }: InvitationsTableProps) {
  const cells: readonly DataColumn<Invitation>[] = [
    {
      key: 'email',
      header: columns.email,
      primary: true,
      cell: ({ email }) => <EmailText>{email}</EmailText>,
    },
    {
      key: 'role',
      header: columns.role,
      cell: ({ role }) => <span className="whitespace-nowrap">{STAFF_ROLE_NAMES[role]}</span>,
    },
    {
      key: 'sent',
      header: columns.sent,
      cell: ({ sentAt, invitedBy }) => (
        <>
          <span className="whitespace-nowrap">
            <OperatorMoment iso={sentAt} />
          </span>
          <span className="block text-small text-text-2 wrap-anywhere">{COPY.by(invitedBy)}</span>
        </>
      ),
    },
    {
      key: 'state',
      header: columns.state,
      cell: ({ expired }) => (
        <StatusBadge tone={expired ? 'neutral' : 'info'} icon={expired ? CircleAlert : Clock}>
          {expired ? COPY.expired : COPY.pending}
        </StatusBadge>
      ),
    },
    {
      key: 'actions',
      header: columns.actions,
      cell: (invitation) => (
        <InvitationActions
          invitation={invitation}
          resend={resend}
          onResent={onResent}
          onRevoke={() => onRevoke(invitation)}
        />
      ),
    },
  ];
  return (
    <DataTable caption={COPY.invitations} columns={cells} rows={invitations} rowKey={({ id }) => id} dense />
  );
}

interface InvitationActionsProps extends Pick<InvitationsTableProps, 'resend' | 'onResent'> {
  invitation: Invitation;
  onRevoke: () => void;
}

function InvitationActions({ invitation, resend, onResent, onRevoke }: InvitationActionsProps) {
  const { pending, run } = usePending();
  const resendNow = () =>
    run(async () => {
      try {
        onResent(await resend(invitation.id));
      } catch (error) {
        reportError(error);
      }
    });
  const about = <span className="sr-only"> the invitation of {invitation.email}</span>;
  return (
    <div className="flex gap-2 md:-my-1">
      <Button variant="secondary" size="sm" loading={pending} onClick={() => void resendNow()}>
        {COPY.resend}
        {about}
      </Button>
      <Button variant="secondary" size="sm" onClick={onRevoke}>
        {COPY.revoke}
        {about}
      </Button>
    </div>
  );
}
