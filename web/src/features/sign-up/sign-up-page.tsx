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
  const newPassword = useNewPassword();
  const { formRef, problem, fields, pending, submit } = useSignUp();

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
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
        <ContactFields
          contact={contact}
          problems={fields}
          readOnly={pending}
          onChange={(part) => setContact((before) => ({ ...before, ...part }))}
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

interface ContactFieldsProps {
  contact: Contact;
  problems: FieldProblems;
  readOnly: boolean;
  onChange: (part: Partial<Contact>) => void;
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
        onChange={(fullName) => onChange({ fullName })}
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
        onChange={(email) => onChange({ email })}
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
        onChange={(phone) => onChange({ phone })}
        error={problems.phone}
        readOnly={readOnly}
      />
    </>
  );
}
