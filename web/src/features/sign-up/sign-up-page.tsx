import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useNewPassword } from '../../lib/new-password.ts';
import { Button } from '../../ui/button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { NewPasswordFields } from '../../ui/new-password-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FieldProblems } from './sign-up-problems.ts';
import { TermsCheckbox } from './terms-checkbox.tsx';
import { useSignUp } from './use-sign-up.ts';

const EMPTY_CONTACT = { fullName: '', email: '', phone: '' };
type Contact = typeof EMPTY_CONTACT;

export function SignUpPage() {
  const [contact, setContact] = useState(EMPTY_CONTACT);
  const [acceptedTerms, setAcceptedTerms] = useState(false);
  const newPassword = useNewPassword({ email: contact.email, name: contact.fullName });
  const { formRef, problem, fields, pending, submit, clearProblem } = useSignUp();

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    newPassword.checkConfirmation();
    const { password, confirmation: confirmPassword } = newPassword;
    submit({ ...contact, password, confirmPassword, acceptedTerms });
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
      <form ref={formRef} noValidate onSubmit={handleSubmit} className="mt-8 grid gap-4">
        {problem && problem !== fields.acceptedTerms && <InlineAlert tone="bad">{problem}</InlineAlert>}
        <ContactFields
          contact={contact}
          problems={fields}
          readOnly={pending}
          onChange={(name, value) => {
            setContact((before) => ({ ...before, [name]: value }));
            clearProblem(name);
          }}
        />
        <NewPasswordFields
          value={{
            ...newPassword,
            setPassword: (password) => {
              newPassword.setPassword(password);
              clearProblem('password');
            },
          }}
          readOnly={pending}
          passwordProblem={fields.password}
        />
        <TermsCheckbox
          checked={acceptedTerms}
          error={fields.acceptedTerms}
          onChange={(checked) => {
            if (pending) return;
            setAcceptedTerms(checked);
            clearProblem('acceptedTerms');
          }}
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

interface ContactFieldsProps {
  contact: Contact;
  problems: FieldProblems;
  readOnly: boolean;
  onChange: (name: keyof Contact, value: string) => void;
}

function ContactFields({ contact, problems, readOnly, onChange }: ContactFieldsProps) {
  return (
    <>
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="name"
        required
        value={contact.fullName}
        onChange={(value) => onChange('fullName', value)}
        error={problems.fullName}
        readOnly={readOnly}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        required
        value={contact.email}
        onChange={(value) => onChange('email', value)}
        error={problems.email}
        readOnly={readOnly}
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel-national"
        inputMode="tel"
        optional
        value={contact.phone}
        onChange={(value) => onChange('phone', value)}
        error={problems.phone}
        readOnly={readOnly}
      />
    </>
  );
}
