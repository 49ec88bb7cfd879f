import { PAYMENT } from '@lading/contract/messages.ts';
import { useState } from 'react';
import { confirmTestPayment, type PaymentIntent } from '../../lib/payments.ts';
import { useFormProblems } from '../../lib/use-checked-form.ts';
import type { Authentication } from './authentication-step.tsx';
import type { CardOutcome } from './card-form.ts';
import {
  CARD_FIELDS,
  type CardField,
  type CardInput,
  cardProblems,
  fieldOfRefusal,
  isBlank,
  parseExpiry,
} from './card-input.ts';

const EMPTY: CardInput = { number: '', expiry: '', cvc: '' };

/** `ask` waits for the user's answer; the screen calls `answer` with it. */
function useQuestion<Answer>() {
  const [answer, setAnswer] = useState<((answer: Answer) => void) | null>(null);
  const ask = () =>
    new Promise<Answer>((done) =>
      setAnswer(() => (given: Answer) => {
        setAnswer(null);
        done(given);
      }),
    );
  return { answer, ask };
}

/** The card of the test gateway, kept in memory only. */
export function useTestCard() {
  const [card, setCard] = useState(EMPTY);
  const { formRef, problems, show, clear, focusField } = useFormProblems<CardField, HTMLDivElement>();
  const authentication = useQuestion<Authentication>();

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
      const authenticated = await authentication.ask();
      answer = await confirmTestPayment(paymentIntentId, { clientSecret, authentication: authenticated });
    }
    // Also covers a retry after a lost response, when the payment had already succeeded.
    if (answer.status === 'succeeded') return { kind: 'succeeded' };
    if (answer.status === 'canceled') return { kind: 'canceled' };
    if (!answer.error) return { kind: 'unfinished' };
    const field = fieldOfRefusal(answer.error.code);
    if (field) show({ [field]: answer.error.message });
    return { kind: 'failed', message: answer.error.message || null };
  };

  const check = () => {
    const found = cardProblems(card, new Date());
    const first = CARD_FIELDS.find((field) => found[field] !== undefined);
    if (first === undefined) {
      clear();
      return null;
    }
    show(found);
    return isBlank(card) ? PAYMENT.detailsMissing : (found[first] ?? null);
  };

  const edit = (field: CardField, text: string) => {
    setCard({ ...card, [field]: text });
    clear([field]);
  };
  return { card, edit, problems, formRef, focusField, check, confirm, authenticate: authentication.answer };
}
