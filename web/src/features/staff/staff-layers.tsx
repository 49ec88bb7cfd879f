import type { Invitation, InvitationAnswer, StaffMember } from '@lading/contract/staff.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { COPY } from './copy.ts';
import { InviteDialog, LinkDialog } from './invite-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import type { StaffCalls } from './use-staff.ts';

export type MemberLayer = 'role' | 'suspend' | 'sessions' | 'factors' | 'remove';
export type Layer =
  | { kind: 'invite' }
  | { kind: 'link'; answer: InvitationAnswer }
  | { kind: 'revoke'; invitation: Invitation }
  | { kind: MemberLayer; member: StaffMember };

interface StaffLayersProps {
  layer: Layer;
  calls: StaffCalls;
  onOpen: (layer: Layer) => void;
  onClose: () => void;
}

/** The dialogs of the staff page. */
export function StaffLayers({ layer, calls, onOpen, onClose }: StaffLayersProps) {
  switch (layer.kind) {
    case 'invite':
      return (
        <InviteDialog
          invite={calls.invite}
          onInvited={(answer) => onOpen({ kind: 'link', answer })}
          onClose={onClose}
        />
      );
    case 'link':
      return <LinkDialog answer={layer.answer} onClose={onClose} />;
    case 'revoke':
      return (
        <ConfirmDialog
          title={COPY.revokeTitle}
          confirmLabel={COPY.revoke}
          destructive
          who={<span className="font-semibold text-text">{layer.invitation.email}</span>}
          act={() => calls.revoke(layer.invitation.id)}
          done={COPY.revoked}
          onClose={onClose}
        >
          {COPY.revokeText}
        </ConfirmDialog>
      );
    case 'role':
      return <RoleDialog member={layer.member} changeRole={calls.changeRole} onClose={onClose} />;
    default:
      return <MemberConfirm kind={layer.kind} member={layer.member} calls={calls} onClose={onClose} />;
  }
}

interface MemberConfirmProps {
  kind: Exclude<MemberLayer, 'role'>;
  member: StaffMember;
  calls: StaffCalls;
  onClose: () => void;
}

function MemberConfirm({ kind, member, calls, onClose }: MemberConfirmProps) {
  const { id, name, email } = member;
  const texts = {
    suspend: {
      title: COPY.suspendTitle,
      confirmLabel: 'Suspend',
      act: () => calls.suspend(id),
      done: COPY.suspended,
      children: COPY.suspendText,
    },
    sessions: {
      title: COPY.endTitle,
      confirmLabel: 'Sign out everywhere',
      act: () => calls.endSessions(id),
      done: COPY.ended,
      children: COPY.endText,
    },
    factors: {
      title: COPY.resetTitle,
      confirmLabel: 'Reset second factors',
      destructive: true,
      act: () => calls.resetFactors(id),
      done: COPY.reset,
      children: COPY.resetText,
    },
    remove: {
      title: COPY.removeTitle,
      confirmLabel: 'Remove',
      destructive: true,
      act: () => calls.remove(id),
      done: COPY.removed,
      children: COPY.removeText,
    },
  }[kind];
  const who = (
    <>
      <span className="block font-semibold text-text">{name}</span>
      {email}
    </>
  );
  return <ConfirmDialog {...texts} who={who} onClose={onClose} />;
}
