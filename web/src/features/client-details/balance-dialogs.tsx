import type { BalanceAnswer } from '@lading/contract/balance.ts';
import {
  BALANCE_CHANGES,
  type BalanceChangeBody,
  BalanceChangeBodySchema,
  type BalanceTerms,
  BalanceTermsSchema,
} from '@lading/contract/balance-terms.ts';
import { useState } from 'react';
import { isKeyReused, messageOf } from '../../lib/api-error.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { newRequestKey } from '../../lib/request-key.ts';
import { typedCents } from '../../lib/typed-amount.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { BALANCE_COPY as COPY } from './balance-copy.ts';
import { useBalanceChanges } from './use-client-balance.ts';

type Kind = BalanceChangeBody['kind'];
const KINDS = BALANCE_CHANGES.map((value) => ({
  value,
  label: COPY.changes[value],
}));

export function ChangeBalanceDialog({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const { change } = useBalanceChanges(clientId);
  const [key] = useState(newRequestKey);
  const [kind, setKind] = useState<Kind>('deposit');
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const check = (): Checked<BalanceChangeBody> => {
    const cents = typedCents(amount);
    if (cents === null) return { errors: { amount: COPY.amountWrong } };
    return checkBody(BalanceChangeBodySchema, { kind, amount: cents, note });
  };
  return (
    <FormDialog
      title={COPY.change}
      submitLabel={COPY.save}
      onClose={onClose}
      check={check}
      send={async (body) => {
        await change(key, body);
        toast.success(COPY.saved);
      }}
      explain={(error) => (isKeyReused(error) ? COPY.maybeSaved : messageOf(error, COPY.failed))}
    >
      {({ errors, pending }) => (
        <>
          <Select
            label={COPY.kind}
            name="kind"
            value={kind}
            onChange={setKind}
            options={KINDS}
            hint={kind === 'withdrawal' ? COPY.withdrawalHint : undefined}
          />
          <TextField
            label={COPY.amount}
            name="amount"
            value={amount}
            onChange={setAmount}
            inputMode="decimal"
            error={errors.amount}
            disabled={pending}
            required
          />
          <TextField
            label={COPY.note}
            name="note"
            value={note}
            onChange={setNote}
            hint={COPY.noteHint}
            error={errors.note}
            disabled={pending}
            maxLength={500}
            required
          />
        </>
      )}
    </FormDialog>
  );
}

interface TermsDialogProps {
  clientId: string;
  terms: Pick<BalanceAnswer, 'creditLimit' | 'dueDays'>;
  onClose: () => void;
}

export function TermsDialog({ clientId, terms, onClose }: TermsDialogProps) {
  const { changeTerms } = useBalanceChanges(clientId);
  const [loaded] = useState(terms);
  const [limit, setLimit] = useState((loaded.creditLimit / 100).toFixed(2));
  const [days, setDays] = useState(String(loaded.dueDays));
  const check = (): Checked<BalanceTerms> => {
    const creditLimit = typedCents(limit);
    if (creditLimit === null) return { errors: { creditLimit: COPY.amountWrong } };
    if (!/^\d{1,4}$/.test(days.trim())) return { errors: { dueDays: COPY.dueWrong } };
    return checkBody(BalanceTermsSchema, { creditLimit, dueDays: Number(days) });
  };
  return (
    <FormDialog
      title={COPY.termsTitle}
      submitLabel={COPY.save}
      onClose={onClose}
      check={check}
      send={async (body) => {
        await changeTerms(loaded, body);
        toast.success(COPY.termsSaved);
      }}
      explain={(error) => messageOf(error, COPY.failed)}
    >
      {({ errors, pending }) => (
        <>
          <TextField
            label={COPY.limitField}
            name="creditLimit"
            value={limit}
            onChange={setLimit}
            inputMode="decimal"
            hint={COPY.limitHint}
            error={errors.creditLimit}
            disabled={pending}
            required
          />
          <TextField
            label={COPY.dueField}
            name="dueDays"
            value={days}
            onChange={setDays}
            inputMode="numeric"
            hint={COPY.dueHint}
            error={errors.dueDays}
            disabled={pending}
            required
          />
        </>
      )}
    </FormDialog>
  );
}
