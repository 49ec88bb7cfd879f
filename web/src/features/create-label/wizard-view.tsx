import { WIZARD } from '@lading/contract/messages.ts';
import { RotateCcw } from 'lucide-react';
import { type Dispatch, useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { useMounted } from '../../lib/use-mounted.ts';
import { FillNotice } from '../../ui/address-form/fill-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PaymentDialog } from '../../ui/payment/payment-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { AddressStep } from './address-step.tsx';
import { declarationNeed } from './customs/customs-route.ts';
import { useCustomsForm } from './customs/use-customs-form.ts';
import { addressSummary, parcelSummary } from './label-preview.ts';
import { PackageStep } from './package-step.tsx';
import { PageFrame } from './page-frame.tsx';
import { PaidPanel } from './paid-panel.tsx';
import { PreviewPanel, StubStrip } from './preview-panel.tsx';
import { RatesStep } from './rates-step.tsx';
import type { Arrival, StepProps } from './step-frame.tsx';
import { isStepPending } from './step-pending.ts';
import { useDefaultSender } from './use-address-book.ts';
import { useChords } from './use-chords.ts';
import { useWizard } from './use-draft.ts';
import { usePurchase } from './use-purchase.ts';
import { useRates } from './use-rates.ts';
import { useReplacement } from './use-replacement.ts';
import { isUntouched, type Wizard, type WizardAction } from './wizard-state.ts';

const STEPS: readonly Wizard['step'][] = ['sender', 'recipient', 'package', 'rates'];

interface WizardViewProps {
  userId: string;
  initial: Wizard;
  today: string;
}

/** How the user arrived at the step, from another one or from the panel of a payment. It decides where the focus goes. */
function useArrival(step: Wizard['step'], isPanelShown: boolean): Arrival {
  const { state } = useLocation();
  const navigated = useNavigationType() !== 'POP';
  const another = navigated && typeof state === 'object' && state !== null && 'another' in state;
  const [first] = useState(step);
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (step !== first || isPanelShown) setMoved(true);
  }, [step, first, isPanelShown]);
  if (moved || step !== first) return 'step';
  return another ? 'another' : 'load';
}

function useStepChords({ step, purchase }: Wizard, dispatch: Dispatch<WizardAction>) {
  useChords([
    {
      keys: 'Ctrl+Enter',
      label: 'Continue or pay',
      run: () => {
        const form = document.querySelector<HTMLFormElement>('form[data-step]');
        form?.requestSubmit();
        return form !== null;
      },
    },
    {
      keys: 'Alt+←',
      label: 'Back',
      run: () => {
        // On the first step, leave the key to the browser.
        if (step === 'sender' || purchase) return false;
        if (!isStepPending()) dispatch({ type: 'went-back' });
        return true;
      },
    },
  ]);
}

export function WizardView({ userId, initial, today }: WizardViewProps) {
  const navigate = useNavigate();
  const { wizard, dispatch, commit } = useWizard(userId, initial);
  const defaultSender = useDefaultSender();
  const [focused, setFocused] = useState(false);
  const rates = useRates(wizard, dispatch);
  const mounted = useMounted();
  const purchase = usePurchase({
    wizard,
    today,
    commit,
    onCreated: ({ transactionId, ready }) => {
      if (ready) toast.success(WIZARD.labelGenerated);
      if (mounted.current) void navigate({ search: `?label=${encodeURIComponent(transactionId)}` });
    },
  });
  const isPanelShown = wizard.purchase !== null && purchase.request === null;
  const arrival = useArrival(wizard.step, isPanelShown);
  const { notice, replacements, startOver } = useReplacement({ wizard, dispatch, defaultSender, today });
  useStepChords(wizard, dispatch);
  // Starts loading on the address step, once the country is known.
  useCustomsForm(declarationNeed(wizard) !== 'none');

  useEffect(() => {
    if (defaultSender) dispatch({ type: 'default-sender-loaded', values: defaultSender });
  }, [defaultSender, dispatch]);

  const stub = <StubStrip wizard={wizard} />;
  const step = { wizard, today, dispatch, arrival, stub, onFocusChange: setFocused };
  return (
    <PageFrame
      current={STEPS.indexOf(wizard.step)}
      summaries={[addressSummary(wizard.sender), addressSummary(wizard.recipient), parcelSummary(wizard)]}
      actions={
        !wizard.purchase &&
        !isUntouched(wizard) && (
          <Button variant="ghost" size="sm" onClick={startOver}>
            <Icon of={RotateCcw} className="size-4" />
            <span className="max-sm:sr-only">Start over</span>
          </Button>
        )
      }
      side={
        <div className="hidden lg:block">
          <div className="sticky top-20">
            <PreviewPanel wizard={wizard} focused={focused} />
          </div>
        </div>
      }
    >
      {notice && !wizard.purchase && <FillNotice notice={notice} />}
      {wizard.purchase && isPanelShown ? (
        <PaidPanel
          purchase={wizard.purchase}
          creating={purchase.creating}
          failure={purchase.failure}
          onCreate={purchase.createAgain}
          onGiveUp={() => void purchase.giveUp()}
        />
      ) : (
        <CurrentStep {...{ step, defaultSender, rates, replacements }} onPay={purchase.openPayment} />
      )}
      <PaymentDialog
        request={purchase.request}
        {...purchase.payment}
        onRefresh={() => {
          purchase.payment.onCancel();
          // New rates would replace the rate of a payment that may have been made.
          if (!wizard.purchase) void rates.fetchRates();
        }}
      />
    </PageFrame>
  );
}

interface CurrentStepProps {
  step: StepProps;
  defaultSender: ReturnType<typeof useDefaultSender>;
  rates: ReturnType<typeof useRates>;
  replacements: number;
  onPay: ReturnType<typeof usePurchase>['openPayment'];
}

function CurrentStep({ step, defaultSender, rates, replacements, onPay }: CurrentStepProps) {
  const { pending, slow, problem, refused, cancel: onCancel } = rates;
  const fetchRates = () => void rates.fetchRates();
  const waiting = { pending, slow, problem, onCancel };
  const name = step.wizard.step;
  if (name === 'package')
    return <PackageStep {...step} {...waiting} refused={refused} onRates={fetchRates} />;
  if (name === 'rates') return <RatesStep {...step} {...waiting} onPay={onPay} onRefresh={fetchRates} />;
  // A new form after a replacement: errors and suggestions for the earlier address do not fit the new one.
  const key = `${name} ${replacements}`;
  return <AddressStep key={key} side={name} defaultSender={defaultSender} {...step} />;
}
