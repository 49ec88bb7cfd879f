import type { AdminClient } from '@lading/contract/admin-clients.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { type ReactNode, useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { usePending } from '../../lib/use-pending.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
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
        client={client}
        title={CLIENTS.confirmSuspend}
        confirmLabel="Suspend"
        act={calls.suspend}
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
      client={client}
      title={CLIENTS.confirmDelete}
      confirmLabel="Delete client"
      destructive
      act={calls.remove}
      done={CLIENTS.deleted}
      failed={CLIENTS.deleteFailed}
      onClose={onClose}
    >
      {COPY.erase(client.totalShipments)}
    </ConfirmDialog>
  );
}

interface ConfirmDialogProps {
  client: AdminClient;
  title: string;
  confirmLabel: string;
  destructive?: boolean;
  act: (id: string) => Promise<void>;
  done: string;
  failed: string;
  onClose: () => void;
  children: ReactNode;
}

/** Stays open and shows the reason if the server refuses. */
function ConfirmDialog(props: ConfirmDialogProps) {
  const { client, title, confirmLabel, destructive = false, act, done, failed, onClose, children } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const { pending, run } = usePending();
  const confirm = () =>
    run(async () => {
      setProblem(null);
      try {
        await act(client.userId);
        toast.success(done);
        onClose();
      } catch (error) {
        if (reportError(error, failed)) setProblem(reasonOf(error));
      }
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      confirmLabel={confirmLabel}
      destructive={destructive}
      busy={pending}
      onConfirm={() => void confirm()}
    >
      <div className="grid gap-3">
        <p className="wrap-anywhere">
          <span className="block font-semibold text-text">{client.fullName}</span>
          {client.email}
        </p>
        <p>{children}</p>
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
      </div>
    </AlertDialog>
  );
}
