import { checkSignUpForm, MessageAnswerSchema } from '@lading/contract/identity.ts';
import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useNewPassword } from '../../lib/new-password.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { NewPasswordFields } from '../../ui/new-password-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import {
  type FieldName,
  type FieldProblems,
  fieldProblems,
  firstProblemField,
  problemsFromServer,
} from './sign-up-problems.ts';
import { TermsCheckbox } from './terms-checkbox.tsx';

export function SignUpPage() {
  const navigate = useNavigate();
  const [fullName, setFullName] = useState('');
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [acceptedTerms, setAcceptedTerms] = useState(false);
  const newPassword = useNewPassword();
  const [problem, setProblem] = useState<string | null>(null);
  const [fields, setFields] = useState<FieldProblems>({});
  const { pending, run } = usePending();
  const form = useRef<HTMLFormElement>(null);

  const focusField = (name: FieldName | null) => {
    const control = name && form.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  };
  const complain = (message: string, problems: FieldProblems, focus: FieldName | null) => {
    setProblem(message);
    setFields(problems);
    toast.error(message);
    focusField(focus);
  };

  const signUp = async () => {
    try {
      const { message } = await apiRequest(MessageAnswerSchema, API.register, {
        method: 'POST',
        body: {
          email: email.trim(),
          password: newPassword.password,
          full_name: fullName.trim(),
          ...(phone.trim() && { phone: phone.trim() }),
        },
        on401: 'plain',
      });
      toast.success(message);
      void navigate(PAGES.login, { state: { email: email.trim() } });
    } catch (error) {
      const problems = error instanceof ApiError ? problemsFromServer(error) : {};
      complain(messageOf(error, AUTH.signUpFailed), problems, firstProblemField(problems));
    }
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const values = { fullName, email, phone, acceptedTerms, password: newPassword.password };
    const confirmPassword = newPassword.confirmation;
    newPassword.judgeConfirmation();
    const broken = checkSignUpForm({ ...values, confirmPassword });
    const problems = fieldProblems(values);
    const focus = firstProblemField(problems);
    if (broken) return complain(broken, problems, brokenField(broken) ?? focus);
    const [fieldMessage] = Object.values(problems);
    if (fieldMessage) return complain(fieldMessage, problems, focus);
    void run(async () => {
      setProblem(null);
      setFields({});
      await signUp();
    });
  };

  const brokenField = (broken: string): FieldName | null => {
    if (broken === AUTH.termsRequired) return 'acceptedTerms';
    if (broken === AUTH.passwordsDiffer) return 'confirmPassword';
    if (broken === AUTH.passwordTooShort) return 'password';
    if (!fullName.trim()) return 'fullName';
    return email.trim() ? 'password' : 'email';
  };

  return (
    <>
      <h1 className="text-h1">Create your account</h1>
      <p className="mt-2 text-lead text-text-2">
        Already have one?{' '}
        <Link to={PAGES.login} className="link">
          {LABELS.signIn}
        </Link>
      </p>
      <form ref={form} noValidate onSubmit={handleSubmit} className="mt-8 grid gap-4">
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
        <TextField
          label="Full name"
          name="fullName"
          autoComplete="name"
          required
          value={fullName}
          onChange={setFullName}
          error={fields.fullName}
          readOnly={pending}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          required
          value={email}
          onChange={setEmail}
          error={fields.email}
          readOnly={pending}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel-national"
          inputMode="tel"
          optional
          value={phone}
          onChange={setPhone}
          error={fields.phone}
          readOnly={pending}
        />
        <NewPasswordFields value={newPassword} readOnly={pending} />
        <TermsCheckbox
          checked={acceptedTerms}
          onChange={(checked) => !pending && setAcceptedTerms(checked)}
        />
        <Button
          type="submit"
          loading={pending}
          disabled={newPassword.blocked}
          className="mt-2 w-full md:min-h-11"
        >
          {LABELS.createAccount}
        </Button>
      </form>
    </>
  );
}
