import { LABELS } from '@lading/contract/messages.ts';
import { STAFF_ROLE_NAMES } from '@lading/contract/permissions.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { InvitedAnswer } from '@lading/contract/staff.ts';
import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import { useLinkToken } from '../../lib/link-token.ts';
import { useSession } from '../../lib/use-session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/details.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { NewPasswordFields } from '../../ui/new-password-fields.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import { useAcceptInvitation, useInvitation } from './use-accept-invitation.ts';

export function AcceptInvitationPage() {
  const token = useLinkToken(PAGES.acceptInvitation);
  const invitation = useInvitation(token);

  if (token === null) return <DeadEnd title={COPY.incomplete}>{COPY.incompleteText}</DeadEnd>;
  if (invitation.data) return <AcceptForm token={token} invited={invitation.data} />;
  if (!invitation.isError) return <PageSpinner label={COPY.checking} />;
  const { error } = invitation;
  if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
    return <DeadEnd title={COPY.invalid}>{reasonOf(error)}</DeadEnd>;
  return <ErrorPanel message={reasonOf(error)} onRetry={() => void invitation.refetch()} />;
}

function DeadEnd({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h1 className="text-h1">{title}</h1>
      <p className="mt-2 text-lead text-text-2">{children}</p>
      <Link to={PAGES.login} className={`${buttonClass({ variant: 'secondary' })} mt-8 w-full md:min-h-11`}>
        {LABELS.backToSignIn}
      </Link>
    </>
  );
}

function AcceptForm({ token, invited }: { token: string; invited: InvitedAnswer }) {
  const session = useSession();
  const form = useAcceptInvitation(token, invited.email);
  const { newPassword, problem, pending } = form;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <>
      <h1 className="text-h1">{COPY.title}</h1>
      <p className="mt-2 text-lead text-text-2">{COPY.invited}</p>
      <div className="mt-6">
        <Facts>
          <Fact name={COPY.email}>
            <EmailText>{invited.email}</EmailText>
          </Fact>
          <Fact name={COPY.role}>{STAFF_ROLE_NAMES[invited.role]}</Fact>
        </Facts>
      </div>
      <form noValidate onSubmit={handleSubmit} className="mt-6 grid gap-4">
        {session.status === 'confirmed' && (
          <InlineAlert tone="warn">{COPY.signedIn(session.user.email)}</InlineAlert>
        )}
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
        <TextField
          label={COPY.name}
          name="name"
          autoComplete="name"
          required
          maxLength={100}
          value={form.name}
          readOnly={pending}
          inputRef={form.nameInput}
          onChange={form.setName}
        />
        <NewPasswordFields value={newPassword} readOnly={pending} passwordRef={form.passwordInput} />
        <Button
          type="submit"
          loading={pending}
          disabled={newPassword.blocked}
          className="mt-2 w-full md:min-h-11"
        >
          {COPY.submit}
        </Button>
      </form>
    </>
  );
}
