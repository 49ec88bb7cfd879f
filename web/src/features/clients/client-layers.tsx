import type { AdminClient } from '@lading/contract/admin-clients.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ClientDialog } from './client-dialog.tsx';
import { COPY } from './copy.ts';
import type { ClientCalls } from './use-clients.ts';

export type LayerKind = 'edit' | 'suspend' | 'delete';
export interface Layer {
  kind: LayerKind;
  client: AdminClient;
}

interface ClientLayersProps {
  layer: Layer;
  calls: ClientCalls;
  onClose: () => void;
}

/** The dialogs of the client list. */
export function ClientLayers({ layer: { kind, client }, calls, onClose }: ClientLayersProps) {
  if (kind === 'edit') return <ClientDialog client={client} update={calls.update} onClose={onClose} />;
  if (kind === 'suspend') {
    return (
      <ConfirmDialog
        who={whoIs(client)}
        title={CLIENTS.confirmSuspend}
        confirmLabel="Suspend"
        act={() => calls.suspend(client.userId)}
        done={CLIENTS.suspended}
        failed={CLIENTS.suspendFailed}
        onClose={onClose}
      >
        {COPY.suspend}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      who={whoIs(client)}
      title={CLIENTS.confirmDelete}
      confirmLabel="Delete client"
      destructive
      act={() => calls.remove(client.userId)}
      done={CLIENTS.deleted}
      failed={CLIENTS.deleteFailed}
      onClose={onClose}
    >
      {COPY.erase(client.totalShipments)}
    </ConfirmDialog>
  );
}

const whoIs = ({ fullName, email }: AdminClient) => (
  <>
    <span className="block font-semibold text-text">{fullName}</span>
    {email}
  </>
);
