import { LoginAnswerSchema } from '@lading/contract/identity.ts';
import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';

/** The sign-up page sends the new address along. */
const emailFrom = (state: unknown) =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';

export function SignInPage() {
  const location = useLocation();
  const [email, setEmail] = useState(() => emailFrom(location.state));
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { pending, run } = usePending();
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const complain = (message: string) => {
    setProblem(message);
    toast.error(message);
  };

  const signIn = async () => {
    try {
      const answer = await apiRequest(LoginAnswerSchema, API.login, {
        method: 'POST',
        body: { email: email.trim(), password, remember },
        on401: 'plain',
      });
      toast.success(AUTH.loginSucceeded);
      sessionStore.signIn(answer, remember);
    } catch (error) {
      sessionStore.clear();
      complain(messageOf(error, AUTH.loginFailed));
      passwordInput.current?.focus();
      passwordInput.current?.select();
    }
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === '' || password === '') {
      if (pending) return;
      complain(AUTH.loginFieldsRequired);
      (email.trim() === '' ? emailInput : passwordInput).current?.focus();
      return;
    }
    void run(async () => {
      setProblem(null);
      await signIn();
    });
  };

  return (
    <>
      <h1 className="text-h1">{LABELS.signIn}</h1>
      <p className="mt-2 text-lead text-text-2">
        New here?{' '}
        <Link to={PAGES.signup} className="link">
          Create an account
        </Link>
      </p>
      <form noValidate onSubmit={handleSubmit} className="mt-8 grid gap-4">
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
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
          readOnly={pending}
          inputRef={emailInput}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          readOnly={pending}
          inputRef={passwordInput}
        />
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          <Checkbox
            label={LABELS.rememberMe}
            name="remember"
            checked={remember}
            onChange={(checked) => !pending && setRemember(checked)}
          />
          <Link to={PAGES.forgotPassword} className="link inline-flex min-h-11 items-center md:min-h-6">
            Forgot password?
          </Link>
        </div>
        <Button type="submit" loading={pending} className="mt-2 w-full md:min-h-11">
          {LABELS.signIn}
        </Button>
      </form>
    </>
  );
}
