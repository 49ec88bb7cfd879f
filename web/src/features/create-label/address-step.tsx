import type { SuggestedAddress } from '@lading/contract/addresses.ts';
import { ADDRESS_FORM, WIZARD } from '@lading/contract/messages.ts';
import { ArrowLeftRight, MapPinHouse } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePending } from '../../lib/use-pending.ts';
import { AddressForm } from '../../ui/address-form/address-form.tsx';
import {
  type AddressField,
  type AddressValues,
  addressProblems,
  firstProblem,
} from '../../ui/address-form/address-values.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { RecommendationDialog } from './recommendation-dialog.tsx';
import { isSessionLoss } from './session-loss.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useSavedAddresses } from './use-address-book.ts';
import { enteredAddress, SENTENCES, verifyAddress, withSuggestion } from './verify-address.ts';
import type { Side } from './wizard-state.ts';

export interface AddressStepProps extends StepProps {
  side: Side;
  defaultSender: Partial<AddressValues> | null;
}

interface Banner {
  text: string;
  retry: boolean;
}

const PARTS = {
  sender: { number: 1, title: 'Sender', section: 'from' },
  recipient: { number: 2, title: 'Recipient', section: 'to' },
} as const;

export function AddressStep({ side, defaultSender, ...step }: AddressStepProps) {
  const { wizard, dispatch, arrival } = step;
  const { number, title, section } = PARTS[side];
  const values = wizard[side];
  const [submitted, setSubmitted] = useState(false);
  const [banner, setBanner] = useState<Banner | null>(null);
  const [suggested, setSuggested] = useState<SuggestedAddress | null>(null);
  const { pending, run } = usePending();
  const [returned] = useState(arrival === 'step' && values.address !== '');
  const form = useRef<HTMLFormElement>(null);
  const saved = useSavedAddresses();
  const problems = submitted ? addressProblems(values) : {};
  const problemCount = Object.keys(problems).length;

  const focusField = (name: AddressField) => {
    const control = form.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  };
  useEffect(() => {
    const name = form.current?.elements.namedItem('fullName');
    if (arrival === 'another' && name instanceof HTMLElement) name.focus();
  }, [arrival]);

  const accept = (accepted: AddressValues) => dispatch({ type: 'address-verified', side, values: accepted });

  const verify = async () => {
    try {
      const verdict = await verifyAddress(side, values);
      if (verdict.kind === 'same') accept(values);
      else if (verdict.kind === 'differs') setSuggested(verdict.suggested);
      else {
        setBanner({ text: verdict.message, retry: false });
        toast.error(ADDRESS_FORM.notVerified);
        focusField('address');
      }
    } catch (error) {
      if (isSessionLoss(error)) return;
      console.error(error);
      setBanner({ text: SENTENCES[side].failed, retry: true });
      toast.error(SENTENCES[side].failed);
    }
  };

  const submit = () => {
    setSubmitted(true);
    setBanner(null);
    const first = firstProblem(addressProblems(values));
    if (first) focusField(first);
    else void run(verify);
  };

  const helpers = (fill: (values: AddressValues, text: string) => void) => (
    <>
      {side === 'sender' && defaultSender?.address && (
        <Button
          variant="ghost"
          size="sm"
          disabled={pending}
          onClick={() => fill({ ...values, ...defaultSender }, 'Filled from your profile')}
        >
          <Icon of={MapPinHouse} className="size-4" />
          Use my default address
        </Button>
      )}
      {wizard.recipient.address !== '' && (
        <Button
          variant="ghost"
          size="sm"
          disabled={pending}
          onClick={() => dispatch({ type: 'sides-swapped' })}
        >
          <Icon of={ArrowLeftRight} className="size-4" />
          Swap sender and recipient
        </Button>
      )}
    </>
  );

  return (
    <>
      <StepFrame
        {...step}
        formRef={form}
        number={number}
        title={title}
        onBack={side === 'sender' ? null : () => dispatch({ type: 'went-back' })}
        onSubmit={submit}
        submitLabel={WIZARD.continue}
        pending={pending}
        pendingText="Checking the address…"
      >
        {banner && (
          <InlineAlert tone="bad">
            <p>{banner.text}</p>
            {banner.retry && (
              <Button variant="secondary" size="sm" className="mt-2" onClick={submit}>
                Try again
              </Button>
            )}
          </InlineAlert>
        )}
        {problemCount > 1 && <InlineAlert tone="bad">{problemCount} fields need your attention.</InlineAlert>}
        {returned && !wizard.verified[side] && (
          <p className="text-text-2">We will check this address again.</p>
        )}
        <AddressForm
          section={section}
          values={values}
          onChange={(next) => dispatch({ type: 'address-edited', side, values: next })}
          problems={problems}
          saved={saved}
          readOnly={pending}
          helpers={helpers}
        />
        <p className="text-small text-text-2">
          Fields marked{' '}
          <span aria-hidden="true" className="text-signal-text">
            •
          </span>
          <span className="sr-only">with a dot</span> are required.
        </p>
      </StepFrame>
      <RecommendationDialog
        name={values.fullName}
        entered={enteredAddress(values)}
        suggested={suggested}
        onEdit={() => {
          setSuggested(null);
          dispatch({ type: 'address-unverified', side });
        }}
        onSave={(chosen) => {
          setSuggested(null);
          accept(withSuggestion(values, chosen));
        }}
      />
    </>
  );
}
