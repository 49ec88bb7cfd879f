import { CreditCard } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle } from 'react';
import { Icon } from '../icon.tsx';
import { TextField } from '../text-field.tsx';
import { AuthenticationStep } from './authentication-step.tsx';
import type { CardFormProps } from './card-form.ts';
import { type CardField, formatCardNumber, formatExpiry } from './card-input.ts';
import { COPY } from './copy.ts';
import { useTestCard } from './use-test-card.ts';

/** The card form of the test gateway. */
export function TestCardForm({ handle, busy, onReady }: CardFormProps) {
  const { card, edit, problems, formRef, focusField, check, confirm, authenticate } = useTestCard();
  useEffect(() => onReady(), [onReady]);
  useImperativeHandle(handle, () => ({ focus: () => focusField('number'), check, confirm }));

  const input = (field: CardField, format: (text: string) => string) => ({
    name: field,
    value: card[field],
    onChange: (text: string) => edit(field, format(text)),
    error: problems[field],
    inputMode: 'numeric' as const,
    required: true,
    readOnly: busy,
    spellCheck: false,
  });

  return (
    <>
      {authenticate && <AuthenticationStep onAnswer={authenticate} />}
      <CardTab ref={formRef} hidden={authenticate !== null}>
        <TextField
          {...input('number', formatCardNumber)}
          label="Card number"
          autoComplete="cc-number"
          hint={COPY.testCardHint}
          className="col-span-2"
        />
        <TextField
          {...input('expiry', formatExpiry)}
          label="Expiration date"
          placeholder="MM / YY"
          autoComplete="cc-exp"
        />
        <TextField
          {...input('cvc', (text) => text.replace(/\D/g, ''))}
          label="Security code"
          placeholder="CVC"
          maxLength={4}
          autoComplete="cc-csc"
        />
      </CardTab>
    </>
  );
}

interface CardTabProps {
  ref: Ref<HTMLDivElement>;
  hidden: boolean;
  children: ReactNode;
}

/** The only payment method of the test gateway, presented as a tab like Stripe's. */
function CardTab({ ref, hidden, children }: CardTabProps) {
  const id = useId();
  return (
    <div hidden={hidden}>
      <div role="tablist" aria-label="Payment methods" className="flex">
        <button
          type="button"
          role="tab"
          id={`${id}-tab`}
          aria-selected="true"
          aria-controls={`${id}-panel`}
          className="inline-flex min-h-11 items-center gap-2 rounded-control border-2 border-primary bg-primary-soft px-4 text-strong text-on-primary-soft"
        >
          <Icon of={CreditCard} className="size-4" />
          Card
        </button>
      </div>
      <div
        ref={ref}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab`}
        className="mt-4 grid grid-cols-2 gap-4"
      >
        {children}
      </div>
    </div>
  );
}
