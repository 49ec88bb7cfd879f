import { WIZARD } from '@lading/contract/messages.ts';
import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { FillNotice } from '../../ui/address-form/fill-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PaymentDialog } from '../../ui/payment/payment-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { AddressStep } from './address-step.tsx';
import { addressSummary, parcelSummary } from './label-preview.ts';
import { PackageStep } from './package-step.tsx';
import { PageFrame } from './page-frame.tsx';
import { PaidPanel } from './paid-panel.tsx';
import { PreviewPanel, StubStrip } from './preview-panel.tsx';
import { RatesStep } from './rates-step.tsx';
import type { Arrival } from './step-frame.tsx';
import { useDefaultSender } from './use-address-book.ts';
import { useChords } from './use-chords.ts';
import { useWizard } from './use-draft.ts';
import { usePurchase } from './use-purchase.ts';
import { useRates } from './use-rates.ts';
import { useReplacement } from './use-replacement.ts';
import { isUntouched, type Wizard } from './wizard-state.ts';

const STEPS: readonly Wizard['step'][] = ['sender', 'recipient', 'package', 'rates'];

/** While an answer is awaited the wizard stays where it is, or the answer would meet another step. */
const isWaiting = () => document.querySelector('form[data-step] [type=submit][aria-busy=true]') !== null;

export interface WizardViewProps {
  userId: string;
  initial: Wizard;
  today: string;
}

/** Where the person came from decides where the cursor goes: it moves with the steps, and stays put on a fresh page. */
function useArrival(step: Wizard['step']): Arrival {
  const { state } = useLocation();
  const walked = useNavigationType() !== 'POP';
  const another = walked && typeof state === 'object' && state !== null && 'another' in state;
  const [first] = useState(step);
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (step !== first) setMoved(true);
  }, [step, first]);
  if (moved || step !== first) return 'step';
  return another ? 'another' : 'load';
}

export function WizardView({ userId, initial, today }: WizardViewProps) {
  const navigate = useNavigate();
  const { wizard, dispatch, commit } = useWizard(userId, initial);
  const arrival = useArrival(wizard.step);
  const defaultSender = useDefaultSender();
  const [focused, setFocused] = useState(false);
  const rates = useRates(wizard, dispatch);
  const purchase = usePurchase({
    wizard,
    today,
    commit,
    onMade: ({ transactionId, ready }) => {
      if (ready) toast.success(WIZARD.labelGenerated);
      void navigate({ search: `?label=${encodeURIComponent(transactionId)}` });
    },
  });
  const { notice, startOver } = useReplacement({ wizard, dispatch, defaultSender, today });

  useEffect(() => {
    if (defaultSender) dispatch({ type: 'default-sender-loaded', values: defaultSender });
  }, [defaultSender, dispatch]);

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
        // On the first step it stays the browser's own key.
        if (wizard.step === 'sender' || wizard.purchase) return false;
        if (isWaiting()) return true;
        dispatch({ type: 'went-back' });
        return true;
      },
    },
  ]);

  const stub = <StubStrip wizard={wizard} />;
  const step = { wizard, today, dispatch, arrival, stub, onFocusChange: setFocused };
  const paying = purchase.request !== null;
  const current = STEPS.indexOf(wizard.step);
  return (
    <PageFrame
      current={current}
      summaries={[addressSummary(wizard.sender), addressSummary(wizard.recipient), parcelSummary(wizard)]}
      actions={
        !wizard.purchase &&
        !isUntouched(wizard) && (
          <Button variant="ghost" size="sm" onClick={() => !isWaiting() && startOver()}>
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
      {notice && <FillNotice notice={notice} />}
      {wizard.purchase && !paying ? (
        <PaidPanel
          purchase={wizard.purchase}
          creating={purchase.creating}
          failure={purchase.failure}
          onCreate={purchase.createAgain}
          onGiveUp={() => void purchase.giveUp()}
        />
      ) : (
        <>
          {(wizard.step === 'sender' || wizard.step === 'recipient') && (
            <AddressStep key={wizard.step} side={wizard.step} defaultSender={defaultSender} {...step} />
          )}
          {wizard.step === 'package' && (
            <PackageStep
              {...step}
              pending={rates.pending}
              problem={rates.problem}
              onRates={() => void rates.fetchRates()}
            />
          )}
          {wizard.step === 'rates' && (
            <RatesStep
              {...step}
              pending={rates.pending}
              problem={rates.problem}
              onRefresh={() => void rates.fetchRates()}
              onPay={purchase.openPayment}
            />
          )}
        </>
      )}
      <PaymentDialog request={purchase.request} {...purchase.payment} />
    </PageFrame>
  );
}
