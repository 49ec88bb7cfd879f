import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkNewPassword, useNewPassword } from '../../lib/new-password.ts';
import { Button } from '../button.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { PasswordField } from '../password-field.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { toast } from '../toast/toast.ts';
import { COPY } from './copy.ts';
import { useAccountCalls } from './use-account.ts';

interface Owner {
  email: string;
  name: string;
}

export function PasswordSection({ owner }: { owner: Owner }) {
  const [open, setOpen] = useState(false);
  return (
    <SettingsSection title={COPY.password.title} hint={COPY.password.hint}>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {COPY.password.change}
      </Button>
      {open && <PasswordDialog owner={owner} onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}

function PasswordDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('');
  const newPassword = useNewPassword(owner);
  const { changePassword } = useAccountCalls();

  const check = () => {
    newPassword.checkConfirmation();
    if (currentPassword === '') return { errors: { currentPassword: COPY.email.passwordRequired } };
    const problem = checkNewPassword(newPassword.password, newPassword.confirmation);
    if (problem) return { errors: { password: problem } };
    return { body: { currentPassword, password: newPassword.password } };
  };

  return (
    <FormDialog
      title={COPY.password.change}
      submitLabel={COPY.password.submit}
      onClose={onClose}
      check={check}
      send={async (body) => {
        const { message, hint } = await changePassword(body);
        toast.success(message);
        if (hint) toast.info(hint);
      }}
      explain={reasonOf}
    >
      {({ errors, pending }) => (
        <>
          <PasswordField
            label={COPY.password.current}
            name="currentPassword"
            autoComplete="current-password"
            required
            value={currentPassword}
            error={errors.currentPassword}
            readOnly={pending}
            onChange={setCurrentPassword}
          />
          <NewPasswordFields
            value={newPassword}
            readOnly={pending}
            passwordLabel={COPY.password.new}
            passwordProblem={errors.password}
          />
        </>
      )}
    </FormDialog>
  );
}
