import type { StaffMember } from '@lading/contract/staff.ts';
import { CirclePause, CirclePlay, KeyRound, LogOut, Trash2, UserCog } from 'lucide-react';
import { usePending } from '../../lib/use-pending.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { reportError } from '../../ui/report-error.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import type { MemberLayer } from './staff-layers.tsx';
import type { StaffCalls } from './use-staff.ts';

const SIZE = 'md:size-8!';

interface StaffActionsProps {
  member: StaffMember;
  activate: StaffCalls['activate'];
  onOpen: (kind: MemberLayer) => void;
}

export function StaffActions({ member, activate, onOpen }: StaffActionsProps) {
  const { pending, run } = usePending();
  const { id, name, status, sessions, secondFactor } = member;
  const isActive = status === 'active';
  const activateNow = () =>
    run(async () => {
      try {
        await activate(id);
        toast.success(COPY.activated);
      } catch (error) {
        reportError(error);
      }
    });
  const icon = isActive ? CirclePause : CirclePlay;
  return (
    <div className="flex flex-wrap gap-2 max-md:-ml-3 max-md:gap-0 md:-my-1 md:flex-nowrap">
      <IconButton label={`Change the role of ${name}`} className={SIZE} onClick={() => onOpen('role')}>
        <Icon of={UserCog} />
      </IconButton>
      <IconButton
        label={isActive ? `Suspend ${name}` : `Activate ${name}`}
        aria-busy={pending || undefined}
        className={SIZE}
        onClick={() => (isActive ? onOpen('suspend') : void activateNow())}
      >
        {pending ? <Spinner /> : <Icon of={icon} />}
      </IconButton>
      <IconButton
        label={`Sign ${name} out everywhere`}
        className={SIZE}
        disabled={sessions === 0}
        onClick={() => onOpen('sessions')}
      >
        <Icon of={LogOut} />
      </IconButton>
      <IconButton
        label={`Reset ${name}’s second factors`}
        className={SIZE}
        disabled={!secondFactor}
        onClick={() => onOpen('factors')}
      >
        <Icon of={KeyRound} />
      </IconButton>
      <IconButton label={`Remove ${name}`} className={SIZE} onClick={() => onOpen('remove')}>
        <Icon of={Trash2} />
      </IconButton>
    </div>
  );
}
