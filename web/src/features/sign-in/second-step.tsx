import type { FactorMethod, SecondFactorChallenge } from '@lading/contract/second-factor.ts';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { passkeysWorkHere } from '../../lib/passkeys.ts';
import { useRuntimeConfig } from '../../lib/use-runtime-config.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import { useSecondStep } from './use-second-step.ts';

interface SecondStepProps {
  challenge: SecondFactorChallenge;
  remember: boolean;
  /** Back to the password, with the reason if the sign-in has expired. */
  onBack: (problem: string | null) => void;
}

const SWITCH: Record<FactorMethod, string> = {
  totp: COPY.toTotp,
  passkey: COPY.toPasskey,
  'recovery-code': COPY.toRecovery,
};

export function SecondStep({ challenge, remember, onBack }: SecondStepProps) {
  const config = useRuntimeConfig();
  const methods = challenge.methods.filter(
    (method) => method !== 'passkey' || passkeysWorkHere(config?.passkeyOrigin),
  );
  const [chosen, setChosen] = useState<FactorMethod | null>(null);
  const method = chosen ?? methods[0] ?? 'recovery-code';
  const [text, setText] = useState('');
  const { problem, pending, input, sendText, sendPasskey } = useSecondStep(
    challenge,
    remember,
    onBack,
    method,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (method === 'passkey') sendPasskey();
    else sendText(method, text);
  };
  const choose = (next: FactorMethod) => {
    setText('');
    setChosen(next);
  };
  return (
    <>
      <h1 className="text-h1">{COPY.title}</h1>
      <p className="mt-2 text-lead text-text-2">{COPY.hint[method]}</p>
      <form noValidate onSubmit={submit} className="mt-8 grid gap-4">
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
        {method !== 'passkey' && (
          <TextField
            key={method}
            label={method === 'totp' ? COPY.code : COPY.recoveryCode}
            name={method}
            autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
            inputMode={method === 'totp' ? 'numeric' : 'text'}
            spellCheck={false}
            required
            value={text}
            onChange={setText}
            readOnly={pending}
            inputRef={input}
          />
        )}
        <Button type="submit" loading={pending} className="w-full md:min-h-11">
          {method === 'passkey' && <Icon of={KeyRound} className="size-4" />}
          {method === 'passkey' ? COPY.usePasskey : COPY.submit}
        </Button>
        <div className="-ml-3 grid justify-items-start gap-1 md:-ml-2.5">
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} variant="ghost" size="sm" disabled={pending} onClick={() => choose(other)}>
                {SWITCH[other]}
              </Button>
            ))}
          <Button variant="ghost" size="sm" disabled={pending} onClick={() => onBack(null)}>
            {COPY.back}
          </Button>
        </div>
        {(method === 'recovery-code' || !methods.includes('recovery-code')) && (
          <p className="text-small text-text-2">{COPY.noCodes}</p>
        )}
      </form>
    </>
  );
}
