import type { SuggestedAddress } from '@lading/contract/addresses.ts';
import { ADDRESS_FORM, WIZARD } from '@lading/contract/messages.ts';
import { ArrowLeftRight, MapPinHouse } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCheckedForm } from '../../lib/use-checked-form.ts';
import { usePending } from '../../lib/use-pending.ts';
import { AddressForm } from '../../ui/address-form/address-form.tsx';
import { type AddressValues, addressProblems, fieldsOf } from '../../ui/address-form/address-values.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { reportError } from '../../ui/report-error.ts';
import { RequiredNote } from '../../ui/required-note.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { RecommendationDialog } from './recommendation-dialog.tsx';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useSavedAddresses } from './use-address-book.ts';
import { enteredAddress, FAILURE_TEXT, verifyAddress, withSuggestion } from './verify-address.ts';
import type { Side } from './wizard-state.ts';

interface AddressStepProps extends StepProps {
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

/** Verifies the address of a step: accepts it, shows a suggestion, or explains the problem. */
function useVerification(side: Side, values: AddressValues, onVerified: (values: AddressValues) => void) {
  const [banner, setBanner] = useState<Banner | null>(null);
  const [suggested, setSuggested] = useState<SuggestedAddress | null>(null);
  const { pending, run } = usePending();

  const verify = (onInvalid: () => void) =>
    run(async () => {
      setBanner(null);
      try {
        const verdict = await verifyAddress(side, values);
        if (verdict.kind === 'same') onVerified(values);
        else if (verdict.kind === 'differs') setSuggested(verdict.suggested);
        else {
          setBanner({ text: verdict.message, retry: false });
          toast.error(ADDRESS_FORM.notVerified);
          onInvalid();
        }
      } catch (error) {
        const text = FAILURE_TEXT[side].failed;
        if (reportError(error, text)) setBanner({ text, retry: true });
      }
    });
  return { banner, clearBanner: () => setBanner(null), suggested, setSuggested, pending, verify };
}

export function AddressStep({ side, defaultSender, ...step }: AddressStepProps) {
  const { wizard, dispatch, arrival } = step;
  const { number, title, section } = PARTS[side];
  const values = wizard[side];
  const [returned] = useState(arrival === 'step' && values.address !== '');
  const saved = useSavedAddresses();
  const accept = (accepted: AddressValues) => dispatch({ type: 'address-verified', side, values: accepted });
  const verification = useVerification(side, values, accept);
  const { pending, suggested, setSuggested } = verification;
  const { formRef, problems, focusField, submit } = useCheckedForm({
    fields: fieldsOf(values.country),
    check: () => addressProblems(values),
  });
  const problemCount = Object.keys(problems).length;

  useEffect(() => {
    const name = formRef.current?.elements.namedItem('fullName');
    if (arrival === 'another' && name instanceof HTMLElement) name.focus();
  }, [arrival, formRef]);

  const verify = () => {
    verification.clearBanner();
    submit(() => void verification.verify(() => focusField('address')));
  };

  return (
    <>
      <StepFrame
        {...step}
        formRef={formRef}
        number={number}
        title={title}
        onBack={side === 'sender' ? null : () => dispatch({ type: 'went-back' })}
        onSubmit={verify}
        submitLabel={WIZARD.continue}
        pending={pending}
        pendingText={COPY.address.checking}
      >
        {verification.banner && <VerificationBanner banner={verification.banner} onRetry={verify} />}
        {problemCount > 1 && <InlineAlert tone="bad">{COPY.address.problems(problemCount)}</InlineAlert>}
        {returned && !wizard.verified[side] && <p className="text-text-2">{COPY.address.checkAgain}</p>}
        <AddressForm
          section={section}
          values={values}
          onChange={(next) => dispatch({ type: 'address-edited', side, values: next })}
          problems={problems}
          saved={saved}
          readOnly={pending}
          helpers={(fill) => <FillButtons {...{ side, defaultSender, pending, fill }} {...step} />}
        />
        <RequiredNote />
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

function VerificationBanner({ banner, onRetry }: { banner: Banner; onRetry: () => void }) {
  return (
    <InlineAlert tone="bad">
      <p>{banner.text}</p>
      {banner.retry && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      )}
    </InlineAlert>
  );
}

interface FillButtonsProps extends Pick<AddressStepProps, 'side' | 'defaultSender' | 'wizard' | 'dispatch'> {
  pending: boolean;
  fill: (values: AddressValues, text: string) => void;
}

function FillButtons({ side, defaultSender, wizard, dispatch, pending, fill }: FillButtonsProps) {
  return (
    <>
      {side === 'sender' && defaultSender?.address && (
        <Button
          variant="ghost"
          size="sm"
          disabled={pending}
          onClick={() => fill({ ...wizard[side], ...defaultSender }, COPY.address.filledFromProfile)}
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
}
