import { PAGES } from '@lading/contract/routes.ts';
import type { FactorAddedAnswer, TotpSetUpAnswer } from '@lading/contract/second-factor.ts';
import { Fingerprint, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { passkeyProblem } from '../../lib/passkeys.ts';
import { hasFactor, useSecondFactors } from '../../lib/second-factors.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { COPY } from './copy.ts';
import { obstacle } from './passkeys-section.tsx';
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx';
import { TotpForm } from './totp-form.tsx';
import { useFactorCalls } from './use-factor-calls.ts';

type Step =
  | { kind: 'choose' }
  | { kind: 'totp'; setUp: TotpSetUpAnswer }
  | { kind: 'codes'; codes: string[] };

/** For accounts that must have a second factor: choose one, set it up, save the recovery codes. */
export function SetUpPage() {
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const { refresh } = useFactorCalls();
  const factors = useSecondFactors().data;
  const navigate = useNavigate();
  const finish = async () => {
    await refresh();
    void navigate(PAGES.landing, { replace: true });
  };
  const added = ({ recoveryCodes }: FactorAddedAnswer) => {
    if (recoveryCodes) setStep({ kind: 'codes', codes: recoveryCodes });
    else void finish();
  };
  const isNeedless = factors && (!factors.required || hasFactor(factors));
  if (step.kind === 'choose' && isNeedless) return <Navigate to={PAGES.landing} replace />;
  return (
    <>
      <h1 className="text-h1">{step.kind === 'codes' ? COPY.codes.shownTitle : COPY.setUp.title}</h1>
      <p className="mt-2 mb-6 text-lead text-text-2">
        {step.kind === 'codes' ? COPY.codes.shownWhy : COPY.setUp.why}
      </p>
      {step.kind === 'choose' && (
        <Choice onTotp={(setUp) => setStep({ kind: 'totp', setUp })} onAdded={added} />
      )}
      {step.kind === 'totp' && (
        <TotpForm setUp={step.setUp} onAdded={added} onCancel={() => setStep({ kind: 'choose' })} />
      )}
      {step.kind === 'codes' && <SaveCodes codes={step.codes} onDone={() => void finish()} />}
    </>
  );
}

interface ChoiceProps {
  onTotp: (setUp: TotpSetUpAnswer) => void;
  onAdded: (answer: FactorAddedAnswer) => void;
}

function Choice({ onTotp, onAdded }: ChoiceProps) {
  const { startTotp, addPasskey } = useFactorCalls();
  const factors = useSecondFactors().data;
  const [problem, setProblem] = useState<string | null>(null);
  const { pending, run } = usePending();
  const attempt = (work: () => Promise<void>) =>
    void run(async () => {
      setProblem(null);
      await work().catch((error: unknown) => setProblem(passkeyProblem(error)));
    });
  const noPasskeys = factors ? obstacle(factors.passkeyOrigin) : null;
  return (
    <div className="grid gap-3">
      {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
      <Way
        icon={<Fingerprint aria-hidden="true" />}
        title={COPY.setUp.withPasskey}
        hint={noPasskeys ?? COPY.setUp.withPasskeyHint}
        disabled={pending || noPasskeys !== null}
        onPick={() => attempt(async () => onAdded(await addPasskey(COPY.passkeys.defaultName)))}
      />
      <Way
        icon={<Smartphone aria-hidden="true" />}
        title={COPY.setUp.withApp}
        hint={COPY.setUp.withAppHint}
        disabled={pending}
        onPick={() => attempt(async () => onTotp(await startTotp()))}
      />
    </div>
  );
}

interface WayProps {
  icon: ReactNode;
  title: string;
  hint: string;
  disabled: boolean;
  onPick: () => void;
}

function Way({ icon, title, hint, disabled, onPick }: WayProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onPick}
      className="flex items-center gap-4 rounded-card border border-control bg-surface px-4 py-3 text-left hover:bg-surface-2 disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-2 disabled:text-text-3 [&_svg]:size-6 [&_svg]:shrink-0"
    >
      {icon}
      <span>
        <span className="block text-strong">{title}</span>
        <span className="block text-small text-text-2">{hint}</span>
      </span>
    </button>
  );
}

function SaveCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <div className="grid gap-4">
      <RecoveryCodesPanel codes={codes} />
      <Checkbox label={COPY.codes.saved} name="saved" checked={isSaved} onChange={setIsSaved} />
      <Button disabled={!isSaved} onClick={onDone}>
        {COPY.setUp.continue}
      </Button>
    </div>
  );
}
