import type { FactorAddedAnswer, Passkey } from '@lading/contract/second-factor.ts';
import { useState } from 'react';
import { passkeyProblem } from '../../lib/passkeys.ts';
import { usePending } from '../../lib/use-pending.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { useFactorCalls } from './use-factor-calls.ts';

interface PasskeyNameDialogProps {
  /** The passkey to rename. Without one, the dialog adds a passkey. */
  passkey?: Passkey;
  onAdded?: (answer: FactorAddedAnswer) => void;
  onClose: () => void;
}

export function PasskeyNameDialog({ passkey, onAdded, onClose }: PasskeyNameDialogProps) {
  const { addPasskey, renamePasskey } = useFactorCalls();
  const [name, setName] = useState<string>(passkey?.name ?? COPY.passkeys.defaultName);
  const send = async (chosen: string) => {
    if (passkey) {
      await renamePasskey(passkey.id, chosen);
      toast.success(COPY.passkeys.renamed);
      return;
    }
    const answer = await addPasskey(chosen);
    toast.success(COPY.passkeys.added);
    onAdded?.(answer);
  };
  return (
    <FormDialog
      title={passkey ? COPY.passkeys.renameTitle : COPY.passkeys.nameTitle}
      submitLabel={passkey ? 'Save' : 'Continue'}
      onClose={onClose}
      check={() =>
        name.trim() === '' ? { errors: { name: 'Please name the passkey.' } } : { body: name.trim() }
      }
      send={send}
      explain={passkeyProblem}
    >
      {({ errors, pending }) => (
        <TextField
          label="Name"
          name="name"
          hint={COPY.passkeys.nameHint}
          maxLength={60}
          required
          value={name}
          onChange={setName}
          disabled={pending}
          error={errors.name}
        />
      )}
    </FormDialog>
  );
}

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  isOnlyFactor: boolean;
  onRemoved: () => void;
  onClose: () => void;
}

export function RemovePasskeyDialog(props: RemovePasskeyDialogProps) {
  const { passkey, isOnlyFactor, onRemoved, onClose } = props;
  const { removePasskey } = useFactorCalls();
  const { pending, run } = usePending();
  const remove = () =>
    void run(async () => {
      try {
        await removePasskey(passkey.id);
        toast.success(COPY.passkeys.removed);
        onRemoved();
      } catch (error) {
        reportFailure(error, COPY.failed);
      }
      onClose();
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={COPY.passkeys.removeTitle(passkey.name)}
      confirmLabel="Remove"
      onConfirm={remove}
      destructive
      busy={pending}
    >
      <p>{COPY.passkeys.removeBody}</p>
      {isOnlyFactor && <p className="mt-2">{COPY.lastFactor}</p>}
    </AlertDialog>
  );
}
