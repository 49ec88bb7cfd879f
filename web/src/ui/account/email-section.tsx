import type { AccountAnswer } from '@lading/contract/account.ts';
import { ChangeEmailBodySchema } from '@lading/contract/account.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../button.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { InlineAlert } from '../inline-alert.tsx';
import { PasswordField } from '../password-field.tsx';
import { reportFailure } from '../report-error.ts';
import { SettingsSection } from '../settings-section.tsx';
import { Skeleton } from '../skeleton.tsx';
import { TextField } from '../text-field.tsx';
import { toast } from '../toast/toast.ts';
import { COPY } from './copy.ts';
import { ResendLinks } from './resend-links.tsx';
import { useAccount, useAccountCalls } from './use-account.ts';

export function EmailSection() {
  const account = useAccount();
  const [open, setOpen] = useState(false);
  return (
    <SettingsSection title={COPY.email.title} hint={COPY.email.hint}>
      {account.data ? (
        <div className="grid justify-items-start gap-3">
          <div className="wrap-anywhere">
            <p className="text-strong">{account.data.email}</p>
            <p className="text-small text-text-2">
              {account.data.emailVerified
                ? COPY.email.verified
                : `${COPY.email.unverified}. ${COPY.email.unverifiedHint}`}
            </p>
          </div>
          <PendingChange account={account.data} />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => setOpen(true)}>
              {COPY.email.change}
            </Button>
            <LinkButtons account={account.data} />
          </div>
        </div>
      ) : account.isError ? (
        <ErrorPanel
          message={COPY.email.loadFailed}
          reason={reasonOf(account.error)}
          onRetry={() => void account.refetch()}
        />
      ) : (
        <Skeleton className="h-12 max-w-form" />
      )}
      {open && <EmailDialog onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}

function PendingChange({ account: { emailChange } }: { account: AccountAnswer }) {
  if (!emailChange) return null;
  return (
    <InlineAlert tone="info">
      <p className="wrap-anywhere">{COPY.email.pending(emailChange.email)}</p>
      {!emailChange.oldConfirmed && <p>{COPY.email.pendingOld}</p>}
      {!emailChange.newConfirmed && <p>{COPY.email.pendingNew}</p>}
    </InlineAlert>
  );
}

function LinkButtons({ account: { emailVerified, emailChange } }: { account: AccountAnswer }) {
  const { cancelEmailChange } = useAccountCalls();
  const { pending, run } = usePending();
  const cancel = () =>
    run(() =>
      cancelEmailChange().then(
        (canceled) =>
          void (canceled ? toast.success(COPY.email.canceled) : toast.info(COPY.email.notWaiting)),
        (error: unknown) => void reportFailure(error, COPY.email.failed),
      ),
    );
  return (
    <>
      {(!emailVerified || emailChange) && <ResendLinks />}
      {emailChange && (
        <Button variant="secondary" disabled={pending} onClick={() => void cancel()}>
          {COPY.email.cancel}
        </Button>
      )}
    </>
  );
}

function EmailDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState({ email: '', password: '' });
  const { changeEmail } = useAccountCalls();
  return (
    <FormDialog
      title={COPY.email.dialog}
      submitLabel={COPY.email.submit}
      onClose={onClose}
      check={() => checkBody(ChangeEmailBodySchema, draft)}
      send={async (body) => {
        const state = await changeEmail(body);
        if (state === 'same') toast.info(COPY.email.same);
        else toast.success(COPY.email[state]);
      }}
      explain={reasonOf}
    >
      {({ errors, pending }) => (
        <>
          <TextField
            label={COPY.email.newEmail}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            required
            value={draft.email}
            error={errors.email}
            readOnly={pending}
            onChange={(email) => setDraft((before) => ({ ...before, email }))}
          />
          <PasswordField
            label={COPY.email.password}
            name="password"
            autoComplete="current-password"
            required
            value={draft.password}
            error={errors.password}
            readOnly={pending}
            onChange={(password) => setDraft((before) => ({ ...before, password }))}
          />
        </>
      )}
    </FormDialog>
  );
}
