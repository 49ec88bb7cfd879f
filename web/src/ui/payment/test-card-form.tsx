import { PAYMENT } from '@lading/contract/messages.ts';
import type { ConfirmTestPaymentAnswer } from '@lading/contract/test-gateway.ts';
import { CreditCard } from 'lucide-react';
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { confirmTestPayment, type PaymentIntent } from '../../lib/payments.ts';
import { Icon } from '../icon.tsx';
import { TextField } from '../text-field.tsx';
import { type Authentication, AuthenticationStep } from './authentication-step.tsx';
import type { CardFormProps, CardOutcome } from './card-form.ts';
import {
  CARD_FIELDS,
  type CardField,
  type CardInput,
  type CardProblems,
  cardProblems,
  fieldOfRefusal,
  formatCardNumber,
  formatExpiry,
  isBlank,
  parseExpiry,
} from './card-input.ts';

const EMPTY: CardInput = { number: '', expiry: '', cvc: '' };

/** The card form of the test gateway. Nothing typed here is kept anywhere. */
export function TestCardForm({ handle, busy, onReady }: CardFormProps) {
  const [card, setCard] = useState(EMPTY);
  const [problems, setProblems] = useState<CardProblems>({});
  const [authenticate, setAuthenticate] = useState<((answer: Authentication) => void) | null>(null);
  const fields = useRef<HTMLDivElement>(null);
  const tab = useId();

  const focusField = (name: CardField) =>
    fields.current?.querySelector<HTMLInputElement>(`[data-card="${name}"] input`)?.focus();

  useEffect(() => onReady(), [onReady]);

  const showRefusal = ({ error }: ConfirmTestPaymentAnswer) => {
    const field = error && fieldOfRefusal(error.code);
    if (!field) return;
    setProblems({ [field]: error.message });
    focusField(field);
  };

  const askBank = () =>
    new Promise<Authentication>((done) =>
      setAuthenticate(() => (answer: Authentication) => {
        setAuthenticate(null);
        done(answer);
      }),
    );

  const confirm = async ({ paymentIntentId, clientSecret }: PaymentIntent): Promise<CardOutcome> => {
    const expiry = parseExpiry(card.expiry);
    if (!expiry) return { kind: 'unfinished' };
    let answer = await confirmTestPayment(paymentIntentId, {
      clientSecret,
      card: {
        number: card.number.replace(/\D/g, ''),
        expMonth: expiry.month,
        expYear: expiry.year,
        cvc: card.cvc.trim(),
      },
    });
    while (answer.status === 'requires_action' && !answer.error) {
      const authentication = await askBank();
      answer = await confirmTestPayment(paymentIntentId, { clientSecret, authentication });
    }
    // Also where a first answer was lost and the second says that all is done already.
    if (answer.status === 'succeeded') return { kind: 'succeeded' };
    if (!answer.error) return { kind: 'unfinished' };
    showRefusal(answer);
    return { kind: 'failed', message: answer.error.message || null };
  };

  const check = () => {
    const found = cardProblems(card, new Date());
    setProblems(found);
    const first = CARD_FIELDS.find((field) => found[field] !== undefined);
    if (first === undefined) return null;
    focusField(first);
    return isBlank(card) ? PAYMENT.detailsMissing : (found[first] ?? null);
  };

  useImperativeHandle(handle, () => ({ focus: () => focusField('number'), check, confirm }));

  const input = (field: CardField, format: (text: string) => string) => ({
    name: `card-${field}`,
    value: card[field],
    onChange: (text: string) => {
      setCard({ ...card, [field]: format(text) });
      setProblems({ ...problems, [field]: undefined });
    },
    error: problems[field],
    inputMode: 'numeric' as const,
    required: true,
    readOnly: busy,
    spellCheck: false,
  });

  return (
    <>
      {authenticate && <AuthenticationStep onAnswer={authenticate} />}
      <div hidden={authenticate !== null}>
        <div role="tablist" aria-label="Ways to pay" className="flex">
          <button
            type="button"
            role="tab"
            id={`${tab}-tab`}
            aria-selected="true"
            aria-controls={`${tab}-panel`}
            className="inline-flex min-h-11 items-center gap-2 rounded-control border-2 border-primary bg-primary-soft px-4 text-strong text-on-primary-soft"
          >
            <Icon of={CreditCard} className="size-4" />
            Card
          </button>
        </div>
        <div
          ref={fields}
          role="tabpanel"
          id={`${tab}-panel`}
          aria-labelledby={`${tab}-tab`}
          className="mt-4 grid grid-cols-2 gap-4"
        >
          <div data-card="number" className="col-span-2">
            <TextField
              {...input('number', formatCardNumber)}
              label="Card number"
              autoComplete="cc-number"
              hint="Test mode: 4242 4242 4242 4242, any later date, any 3 digits"
            />
          </div>
          <div data-card="expiry">
            <TextField
              {...input('expiry', formatExpiry)}
              label="Expiration date"
              placeholder="MM / YY"
              autoComplete="cc-exp"
            />
          </div>
          <div data-card="cvc">
            <TextField
              {...input('cvc', (text) => text.replace(/\D/g, ''))}
              label="Security code"
              placeholder="CVC"
              maxLength={4}
              autoComplete="cc-csc"
            />
          </div>
        </div>
      </div>
    </>
  );
}
