import type { FactorAddedAnswer, TotpSetUpAnswer } from '@lading/contract/second-factor.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { useSecondFactors } from '../../lib/second-factors.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { QrCode } from './qr-code.tsx';
import { useFactorCalls } from './use-factor-calls.ts';

interface TotpFormProps {
  setUp: TotpSetUpAnswer;
  onAdded: (answer: FactorAddedAnswer) => void;
  onCancel: () => void;
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Shows the secret as QR code and text, and takes the first code. */
export function TotpForm({ setUp, onAdded, onCancel }: TotpFormProps) {
  const { confirmTotp } = useFactorCalls();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const app = useSecondFactors().data?.totp?.createdAt ?? null;
  const [appBefore] = useState(app);
  const input = useRef<HTMLInputElement>(null);
  const { pending, run } = usePending();
  const isAdded = problem !== null && app !== null && app !== appBefore;
  // The answer with the recovery codes was lost.
  useEffect(() => {
    if (!isAdded) return;
    setProblem(null);
    toast.info(COPY.totp.codesNotShown);
    onAdded({ recoveryCodes: null });
  }, [isAdded, onAdded]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      setProblem(null);
      try {
        onAdded(await confirmTotp(code));
      } catch (error) {
        setProblem(messageOf(error, COPY.failed));
        input.current?.select();
      }
    });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-text-2">{COPY.setUpTotp.scan}</p>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <QrCode text={setUp.link} label={COPY.setUpTotp.qr} />
        <div className="min-w-48 flex-1">
          <p className="text-text-2">{COPY.setUpTotp.type}</p>
          <p className="mt-2 mb-3 font-mono break-words select-all">{inGroups(setUp.secret)}</p>
          <CopyButton text={setUp.secret} what="key" />
        </div>
      </div>
      <TextField
        label={COPY.setUpTotp.code}
        name="code"
        hint={COPY.setUpTotp.codeHint}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        value={code}
        onChange={setCode}
        readOnly={pending}
        inputRef={input}
      />
      {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={pending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={pending}>
          {COPY.setUpTotp.submit}
        </Button>
      </div>
    </form>
  );
}
