import { KeyRound } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { passkeysWorkHere } from '../../lib/passkeys.ts';
import { useSecondFactors } from '../../lib/second-factors.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icon.tsx';
import { InlineAlert } from '../inline-alert.tsx';
import { PasswordField } from '../password-field.tsx';
import { TextField } from '../text-field.tsx';
import { COPY } from './copy.ts';
import { useProve } from './use-prove.ts';

/** Password, or one of the account's own factors. */
export function ProveDialog({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const formId = useId();
  const [way, setWay] = useState<'password' | 'code'>('password');
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const factors = useSecondFactors().data;
  const { problem, pending, byPassword, byCode, byPasskey } = useProve(onAnswer);
  const offersPasskey =
    factors !== undefined && factors.passkeys.length > 0 && passkeysWorkHere(factors.passkeyOrigin);
  useEffect(() => {
    if (problem) input.current?.select();
  }, [problem]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return input.current?.focus();
    void (way === 'password' ? byPassword(text) : byCode(text));
  };
  const change = (next: 'password' | 'code') => {
    setWay(next);
    setText('');
    input.current?.focus();
  };
  return (
    <Dialog
      open
      onTop
      size="sm"
      onOpenChange={(open) => !open && !pending && onAnswer(false)}
      title={COPY.title}
      description={COPY.why}
      footer={
        <>
          <Button variant="secondary" disabled={pending} onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid justify-items-start gap-4">
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
        <ProofField way={way} value={text} onChange={setText} readOnly={pending} inputRef={input} />
        {offersPasskey && (
          <Button variant="secondary" size="sm" disabled={pending} onClick={() => void byPasskey()}>
            <Icon of={KeyRound} className="size-4" />
            {COPY.usePasskey}
          </Button>
        )}
        {way === 'code' && (
          <Button variant="ghost" size="sm" disabled={pending} onClick={() => change('password')}>
            {COPY.usePassword}
          </Button>
        )}
        {way === 'password' && factors?.totp && (
          <Button variant="ghost" size="sm" disabled={pending} onClick={() => change('code')}>
            {COPY.useCode}
          </Button>
        )}
      </form>
    </Dialog>
  );
}

interface ProofFieldProps {
  way: 'password' | 'code';
  value: string;
  onChange: (text: string) => void;
  readOnly: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
}

function ProofField({ way, ...field }: ProofFieldProps) {
  if (way === 'password')
    return (
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        className="w-full"
        {...field}
      />
    );
  return (
    <TextField
      label="Code"
      name="code"
      hint="The 6 digits in your authenticator app."
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      className="w-full"
      {...field}
    />
  );
}
