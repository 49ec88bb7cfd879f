import { FORGOT_PASSWORD_WAIT_MS } from '@lading/contract/constants.ts';
import { EMAIL_INVALID, EmailSchema, MessageAnswerSchema } from '@lading/contract/identity.ts';
import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { ResetMailSent } from './reset-mail-sent.tsx';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { pending, run } = usePending();
  const emailInput = useRef<HTMLInputElement>(null);

  const showProblem = (message: string) => {
    setProblem(message);
    toast.error(message);
    emailInput.current?.focus();
  };

  const send = async () => {
    const address = email.trim();
    const request = apiRequest(MessageAnswerSchema, API.forgotPassword, {
      method: 'POST',
      body: { email: address },
      on401: 'plain',
    });
    const [result] = await Promise.allSettled([request, wait(FORGOT_PASSWORD_WAIT_MS)]);
    if (result.status === 'fulfilled') setSentTo(address);
    else showProblem(messageOf(result.reason, AUTH.resetMailFailed));
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (email.trim() === '') return showProblem(AUTH.emailRequired);
    if (!EmailSchema.safeParse(email).success) return showProblem(EMAIL_INVALID);
    void run(async () => {
      setProblem(null);
      await send();
    });
  };

  if (sentTo !== null) return <ResetMailSent email={sentTo} onRetry={() => setSentTo(null)} />;
  return (
    <>
      <h1 className="text-h1">Reset your password</h1>
      <p className="mt-2 text-lead text-text-2">
        Enter your account email. We’ll send you a link to choose a new password.
      </p>
      <form noValidate onSubmit={handleSubmit} className="mt-8 grid gap-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          spellCheck={false}
          required
          value={email}
          onChange={setEmail}
          error={problem}
          readOnly={pending}
          inputRef={emailInput}
        />
        <Button type="submit" loading={pending} className="mt-2 w-full md:min-h-11">
          {LABELS.sendResetLink}
        </Button>
      </form>
      <p className="mt-6">
        <Link to={PAGES.login} className="link inline-flex min-h-11 items-center md:min-h-6">
          {LABELS.backToSignIn}
        </Link>
      </p>
    </>
  );
}
