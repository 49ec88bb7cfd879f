import type { AdminClient, UpdateClientInput } from '@lading/contract/admin-clients.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { useState } from 'react';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import type { Checked } from '../../lib/form-problems.ts';
import { useMay } from '../../lib/may.ts';
import { useHighCommission } from '../../ui/commission/use-high-commission.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { type ClientDraft, checkDraft, draftOf } from './client-draft.ts';
import { ClientFields } from './client-fields.tsx';
import { COPY } from './copy.ts';
import { readClient, useNewestClient } from './use-clients.ts';

interface ClientDialogProps {
  /** Null for a new client. No screen uses it yet, because clients sign up themselves. */
  client: AdminClient | null;
  update: (id: string, body: UpdateClientInput) => Promise<AdminClient>;
  onClose: () => void;
}

export function ClientDialog({ client: row, update, onClose }: ClientDialogProps) {
  const client = useNewestClient(row).data ?? row;
  const [edits, setEdits] = useState<Partial<ClientDraft>>({});
  const draft = { ...draftOf(client), ...edits };
  const mayPrice = useMay('pricing.write');
  const check = (now: AdminClient | null) =>
    withoutPrices(checkDraft({ ...draftOf(now), ...edits }), mayPrice);
  const { confirm, dialog } = useHighCommission();

  /** The update contains all fields, so those that were not edited are read again: another admin may have changed them. */
  const newestBody = async (id: string) => {
    const checked = check(await readClient(id));
    if ('errors' in checked) throw new ApiError({ status: 0, message: COPY.notSaved });
    return checked.body;
  };
  const send = async () => {
    if (client === null) {
      toast.error(CLIENTS.addNotPossible);
      throw new ApiError({ status: 0, message: CLIENTS.addNotPossible });
    }
    const body = await reporting(newestBody(client.userId));
    const { commissionType: type, commissionAmount: amount } = body;
    const isUnchanged = type === client.commission.markupType && amount === client.commission.markupAmount;
    if (type && type !== 'global' && amount !== undefined && !isUnchanged && !(await confirm(type, amount)))
      throw new ApiError({ status: 0, message: COPY.notSaved });
    const saved = await reporting(update(client.userId, body));
    toast.success(CLIENTS.updated);
    // The server keeps the old address until both addresses are confirmed.
    if (body.email !== undefined && body.email !== client.email && saved.email === client.email)
      toast.info(COPY.emailWaits(body.email));
  };
  return (
    <FormDialog
      title={client === null ? 'Add Client' : CLIENTS.editTitle}
      submitLabel={client === null ? 'Add Client' : CLIENTS.update}
      onClose={onClose}
      check={() => check(client)}
      send={send}
      explain={(error) => (hasFields(error) ? CLIENTS.saveFailed : reasonOf(error))}
    >
      {({ errors, pending }) => (
        <>
          <ClientFields
            draft={draft}
            saved={client}
            errors={errors}
            disabled={pending}
            onChange={(part) => setEdits((before) => ({ ...before, ...part }))}
          />
          {dialog}
        </>
      )}
    </FormDialog>
  );
}

async function reporting<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    reportError(error, CLIENTS.saveFailed);
    throw error;
  }
}

/** The server refuses commission fields from roles that may not change prices. */
function withoutPrices(checked: Checked<UpdateClientInput>, mayPrice: boolean): Checked<UpdateClientInput> {
  if (mayPrice || !('body' in checked)) return checked;
  const { commissionType: _, commissionAmount: __, ...body } = checked.body;
  return { body };
}

const hasFields = (error: unknown) => error instanceof ApiError && error.fields.length > 0;
