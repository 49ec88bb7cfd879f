import type { AdminClient } from '@lading/contract/admin-clients.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { type ReactNode, useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { counted } from '../../lib/format-count.ts';
import { usePending } from '../../lib/use-pending.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ClientDialog } from './client-dialog.tsx';
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

/** What opens above the list. */
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
        They are signed out at once. Paid labels not yet made are refunded.
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
      {keptText(client.totalShipments)}
    </ConfirmDialog>
  );
}

function keptText(shipments: number) {
  if (shipments === 0) return 'Name, email, phone and addresses are erased. There are no shipments.';
  const count = counted(shipments, 'shipment stays', 'shipments stay');
  return `Name, email, phone and addresses are erased. ${count} in the books, without the name.`;
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

/** Stays open with the reason when it is refused. */
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
        reportError(error, failed);
        setProblem(reasonOf(error));
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
