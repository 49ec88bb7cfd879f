import type { AdminClient, UpdateClientInput } from '@lading/contract/admin-clients.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { useState } from 'react';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { type ClientDraft, checkDraft, draftOf } from './client-draft.ts';
import { ClientFields } from './client-fields.tsx';
import { useNewestClient } from './use-clients.ts';

interface ClientDialogProps {
  /** Null for a new client. No screen uses it yet, because clients sign up themselves. */
  client: AdminClient | null;
  update: (id: string, body: UpdateClientInput) => Promise<void>;
  onClose: () => void;
}

export function ClientDialog({ client: row, update, onClose }: ClientDialogProps) {
  const client = useNewestClient(row).data ?? row;
  const [edits, setEdits] = useState<Partial<ClientDraft>>({});
  const draft = { ...draftOf(client), ...edits };

  const send = async (body: UpdateClientInput) => {
    if (client === null) {
      toast.error(CLIENTS.addNotPossible);
      throw new ApiError({ status: 0, message: CLIENTS.addNotPossible });
    }
    try {
      await update(client.userId, body);
      toast.success(CLIENTS.updated);
    } catch (error) {
      reportError(error, CLIENTS.saveFailed);
      throw error;
    }
  };
  return (
    <FormDialog
      title={client === null ? 'Add Client' : CLIENTS.editTitle}
      submitLabel={client === null ? 'Add Client' : CLIENTS.update}
      onClose={onClose}
      check={() => checkDraft(draft, client)}
      send={send}
      explain={(error) => (hasFields(error) ? CLIENTS.saveFailed : reasonOf(error))}
    >
      {({ errors, pending }) => (
        <ClientFields
          draft={draft}
          saved={client}
          errors={errors}
          disabled={pending}
          onChange={(part) => setEdits((before) => ({ ...before, ...part }))}
        />
      )}
    </FormDialog>
  );
}

const hasFields = (error: unknown) => error instanceof ApiError && error.fields.length > 0;
