import type { MarkupType } from '@lading/contract/commission.ts';
import { type ReactNode, useState } from 'react';
import { AlertDialog } from '../dialog.tsx';
import { exampleText, formatMarkup, ruleOf } from './commission-amount.ts';

/** Above this, a typing mistake is more likely than intent: 100% or $100. */
const UNUSUAL_ABOVE = 100;

interface Question {
  type: MarkupType;
  amount: number;
  answer: (confirmed: boolean) => void;
}

interface HighCommission {
  /** Resolves to false if the admin declines. An ordinary commission needs no answer. */
  confirm: (type: MarkupType, amount: number) => Promise<boolean>;
  /** Render this. */
  dialog: ReactNode;
}

/** Asks before saving an unusually high commission. */
export function useHighCommission(): HighCommission {
  const [question, setQuestion] = useState<Question | null>(null);
  const confirm = (type: MarkupType, amount: number) =>
    amount <= UNUSUAL_ABOVE
      ? Promise.resolve(true)
      : new Promise<boolean>((answer) => setQuestion({ type, amount, answer }));
  const close = (confirmed: boolean) => {
    question?.answer(confirmed);
    setQuestion(null);
  };
  return {
    confirm,
    dialog: question && (
      <AlertDialog
        open
        onOpenChange={(open) => !open && close(false)}
        title={`Save a commission of ${formatMarkup(question.type, question.amount)}?`}
        confirmLabel="Save"
        onConfirm={() => close(true)}
      >
        {exampleText(ruleOf(question.type, question.amount))}.
      </AlertDialog>
    ),
  };
}
