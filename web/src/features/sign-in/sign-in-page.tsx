import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondStep } from './second-step.tsx';
import { useSignIn } from './use-sign-in.ts';

/** The sign-up page passes the new email address. */
const emailFrom = (state: unknown) =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';

export function SignInPage() {
  const location = useLocation();
  const [email, setEmail] = useState(() => emailFrom(location.state));
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const signIn = useSignIn();
  const { problem, pending, submit, emailInput, passwordInput, challenge } = signIn;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit({ email, password, remember });
  };
  if (challenge)
    return <SecondStep challenge={challenge} remember={remember} onBack={signIn.leaveSecondStep} />;

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
        <PasskeyButton remember={remember} onProblem={signIn.showProblem} />
      </form>
    </>
  );
}
