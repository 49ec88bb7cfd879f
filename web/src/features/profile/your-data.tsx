import { DeleteAccountAnswerSchema } from '@lading/contract/account.ts';
import { DELETION_LIMIT_MS } from '@lading/contract/constants.ts';
import { API } from '@lading/contract/routes.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { downloadOwnData } from '../../lib/download-file.ts';
import { leaveAccount } from '../../lib/leave-account.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

const TEXT = COPY.yourData;

export function YourData({ email }: { email: string }) {
  const [deleting, setDeleting] = useState(false);
  const { pending, run } = usePending();
  const download = async () => {
    try {
      await downloadOwnData(API.accountExport);
      toast.success(TEXT.downloaded);
    } catch (error) {
      reportFailure(error, TEXT.downloadFailed);
    }
  };
  return (
    <SettingsSection title={TEXT.title} hint={TEXT.hint}>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" loading={pending} onClick={() => void run(download)}>
          {!pending && <Icon of={Download} className="size-4" />}
          {TEXT.download}
        </Button>
        <Button variant="secondary" onClick={() => setDeleting(true)}>
          {TEXT.delete}
        </Button>
      </div>
      {deleting && <DeleteAccountDialog email={email} onClose={() => setDeleting(false)} />}
    </SettingsSection>
  );
}

function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const check = () => {
    if (typed.trim().toLowerCase() !== email.toLowerCase()) return { errors: { email: TEXT.mismatch } };
    if (password === '') return { errors: { password: TEXT.passwordRequired } };
    return { body: { password, confirmPermanentDelete: true } };
  };
  const send = async (body: object) => {
    await leaveAccount(() =>
      apiRequest(DeleteAccountAnswerSchema, API.account, {
        method: 'DELETE',
        body,
        clearsStorage: true,
        timeLimitMs: DELETION_LIMIT_MS,
      }),
    );
    toast.success(TEXT.deleted);
  };
  return (
    <FormDialog
      title={TEXT.dialog}
      submitLabel={TEXT.submit}
      variant="destructive"
      onClose={onClose}
      check={check}
      send={send}
      explain={reasonOf}
    >
      {({ errors, pending }) => (
        <>
          <InlineAlert tone="warn">{TEXT.consequences}</InlineAlert>
          <TextField
            label={TEXT.email}
            hint={<span className="wrap-anywhere">{TEXT.typeEmail(email)}</span>}
            name="email"
            autoComplete="off"
            spellCheck={false}
            required
            value={typed}
            error={errors.email}
            readOnly={pending}
            onChange={setTyped}
          />
          <PasswordField
            label={TEXT.password}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            error={errors.password}
            readOnly={pending}
            onChange={setPassword}
          />
        </>
      )}
    </FormDialog>
  );
}
