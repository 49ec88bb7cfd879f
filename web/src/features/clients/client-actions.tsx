import type { AdminClient } from '@lading/contract/admin-clients.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { CirclePause, CirclePlay, Pencil, Trash2 } from 'lucide-react';
import { useMay } from '../../lib/may.ts';
import { usePending } from '../../lib/use-pending.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Missing } from '../../ui/missing.tsx';
import { reportError } from '../../ui/report-error.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { ROW_FOCUS } from '../../ui/use-row-cursor.ts';
import type { LayerKind } from './client-layers.tsx';

const SIZE = 'md:size-8!';

interface ClientActionsProps {
  client: AdminClient;
  onOpen: (kind: LayerKind) => void;
  activate: (id: string) => Promise<unknown>;
}

export function ClientActions({ client, onOpen, activate }: ClientActionsProps) {
  const { pending, run } = usePending();
  const mayEdit = useMay('clients.write');
  const maySuspend = useMay('clients.suspend');
  const mayDelete = useMay('clients.delete');
  const name = client.fullName;
  const isActive = client.status === 'active';
  const activateNow = () =>
    run(async () => {
      try {
        await activate(client.userId);
        toast.success(CLIENTS.activated);
      } catch (error) {
        reportError(error, CLIENTS.activateFailed);
      }
    });
  const icon = isActive ? CirclePause : CirclePlay;
  if (!mayEdit && !maySuspend && !mayDelete) return <Missing />;
  return (
    <div className="flex gap-2 max-md:-ml-3 md:-my-1">
      {mayEdit && (
        <IconButton label={`Edit ${name}`} {...ROW_FOCUS} className={SIZE} onClick={() => onOpen('edit')}>
          <Icon of={Pencil} />
        </IconButton>
      )}
      {/* One button for both actions, so that it keeps the focus when the action changes. */}
      {maySuspend && (
        <IconButton
          label={isActive ? `Suspend ${name}` : `Activate ${name}`}
          aria-busy={pending || undefined}
          className={SIZE}
          onClick={() => (isActive ? onOpen('suspend') : void activateNow())}
        >
          {pending ? <Spinner /> : <Icon of={icon} />}
        </IconButton>
      )}
      {mayDelete && (
        <IconButton label={`Delete ${name}`} className={SIZE} onClick={() => onOpen('delete')}>
          <Icon of={Trash2} />
        </IconButton>
      )}
    </div>
  );
}
