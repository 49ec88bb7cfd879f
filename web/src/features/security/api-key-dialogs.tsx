import {
  API_KEY_SCOPES,
  type ApiKey,
  type ApiKeyCreatedAnswer,
  type ApiKeyScope,
} from '@lading/contract/api-keys.ts';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { AlertDialog, Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { useApiKeyCalls } from './use-api-keys.ts';

const TEXT = COPY.apiKeys;

interface CreateApiKeyDialogProps {
  onCreated: (created: ApiKeyCreatedAnswer) => void;
  onClose: () => void;
}

export function CreateApiKeyDialog({ onCreated, onClose }: CreateApiKeyDialogProps) {
  const { createApiKey } = useApiKeyCalls();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiKeyScope>('orders');
  return (
    <FormDialog
      title={TEXT.create}
      submitLabel={TEXT.submit}
      onClose={onClose}
      check={() =>
        name.trim() === '' ? { errors: { name: TEXT.nameRequired } } : { body: { name: name.trim(), scope } }
      }
      send={async (body) => onCreated(await createApiKey(body))}
      explain={(error) => messageOf(error, TEXT.createFailed)}
    >
      {({ errors, pending }) => (
        <>
          <TextField
            label="Name"
            name="name"
            hint={TEXT.nameHint}
            maxLength={60}
            required
            value={name}
            onChange={setName}
            disabled={pending}
            error={errors.name}
          />
          <fieldset className="min-w-0" disabled={pending}>
            <legend className="mb-1.5 text-strong">{TEXT.scope}</legend>
            <div className="grid gap-2">
              {API_KEY_SCOPES.map((option) => (
                <ScopeOption
                  key={option}
                  scope={option}
                  isChosen={option === scope}
                  onChoose={() => setScope(option)}
                />
              ))}
            </div>
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

interface ScopeOptionProps {
  scope: ApiKeyScope;
  isChosen: boolean;
  onChoose: () => void;
}

const ScopeOption = ({ scope, isChosen, onChoose }: ScopeOptionProps) => (
  <label className="flex gap-3 rounded-card border border-control p-4 hover:border-text-2 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
    <input
      type="radio"
      name="scope"
      checked={isChosen}
      onChange={onChoose}
      className="mt-0.5 size-5 shrink-0 accent-primary outline-none md:size-4"
    />
    <span className="min-w-0">
      <span className="block text-strong">{TEXT.scopes[scope].title}</span>
      <span className="mt-0.5 block text-small text-text-2">{TEXT.scopes[scope].hint}</span>
    </span>
  </label>
);

interface NewApiKeyDialogProps {
  created: ApiKeyCreatedAnswer;
  onClose: () => void;
}

/** Stays open until the user says that the key is saved, because it is never shown again. */
export function NewApiKeyDialog({ created, onClose }: NewApiKeyDialogProps) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && isSaved && onClose()}
      closable={false}
      title={TEXT.newTitle(created.apiKey.name)}
      description={TEXT.newWhy}
      footer={
        <Button disabled={!isSaved} onClick={onClose}>
          {TEXT.done}
        </Button>
      }
    >
      <div className="grid justify-items-start gap-4">
        <p className="code w-full rounded-control border border-line bg-surface-2 px-4 py-3 break-all select-all">
          {created.key}
        </p>
        <CopyButton text={created.key} what="API key" />
        <Checkbox label={TEXT.saved} name="saved" checked={isSaved} onChange={setIsSaved} />
      </div>
    </Dialog>
  );
}

export function DeleteApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { deleteApiKey } = useApiKeyCalls();
  const { pending, run } = usePending();
  const remove = () =>
    void run(async () => {
      try {
        await deleteApiKey(apiKey.id);
        toast.success(TEXT.deleted);
      } catch (error) {
        reportFailure(error, TEXT.deleteFailed);
      }
      onClose();
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={TEXT.deleteTitle(apiKey.name)}
      confirmLabel="Delete"
      onConfirm={remove}
      destructive
      busy={pending}
    >
      <p>{TEXT.deleteBody}</p>
    </AlertDialog>
  );
}
