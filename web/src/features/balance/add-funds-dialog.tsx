import { SAVE_CARD_CONSENT, StartTopUpBodySchema, type TopUpAnswer } from '@lading/contract/balance.ts';
import { cardName } from '@lading/contract/card-name.ts';
import { useState } from 'react';
import { ApiError, isKeyReused, messageOf } from '../../lib/api-error.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { newRequestKey } from '../../lib/request-key.ts';
import { typedCents } from '../../lib/typed-amount.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { startAgain, startTopUp, useCards, useCharge } from './balance-calls.ts';
import { COPY } from './copy.ts';
import type { useTopUpPayment } from './use-top-up-payment.ts';

const NEW_CARD = '';

interface AddFundsDialogProps {
  onClose: () => void;
  onPay: ReturnType<typeof useTopUpPayment>['open'];
  onDone: (topUp: TopUpAnswer) => Promise<void>;
}

interface Draft {
  amount: string;
  cardId: string;
  saveCard: boolean;
}

/** Asks for the amount and the card. A new card is entered in the payment dialog, which opens next. */
export function AddFundsDialog({ onClose, onPay, onDone }: AddFundsDialogProps) {
  const cards = useCards().data?.cards ?? [];
  const usable = cards.filter(({ status }) => status === 'usable' || status === 'expiring');
  const [key, setKey] = useState(newRequestKey);
  const [draft, setDraft] = useState<Draft>({ amount: '', cardId: '', saveCard: false });
  const [picked, setPicked] = useState(false);
  const charge = useCharge();
  const cardId = picked ? draft.cardId : (usable[0]?.id ?? NEW_CARD);
  const set = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));

  const send = async (body: ReturnType<typeof bodyOf>) => {
    if (cardId === NEW_CARD) return onPay(body.amount, (again) => startTopUp(again, body));
    const topUp = await charge(key, body);
    if (topUp.status === 'requires_action') {
      toast.info(COPY.add.confirm);
      return onPay(topUp.amount, startAgain(topUp), topUp);
    }
    if (topUp.status === 'canceled') {
      // Reusing the key would return the canceled top-up.
      setKey(newRequestKey());
      throw new ApiError({ status: 402, message: topUp.problem ?? COPY.failed });
    }
    await onDone(topUp);
  };

  return (
    <FormDialog
      title={COPY.add.title}
      submitLabel={cardId === NEW_CARD ? COPY.add.next : COPY.add.pay}
      onClose={onClose}
      check={() => checkAmount({ ...draft, cardId })}
      send={send}
      explain={(error) => (isKeyReused(error) ? COPY.add.maybeCharged : messageOf(error, COPY.failed))}
    >
      {({ errors, pending }) => (
        <>
          <TextField
            label={COPY.add.amount}
            name="amount"
            value={draft.amount}
            onChange={(amount) => set({ amount })}
            inputMode="decimal"
            error={errors.amount}
            disabled={pending}
            required
          />
          {usable.length > 0 && (
            <Select
              label={COPY.add.card}
              name="card"
              value={cardId}
              onChange={(next) => {
                setPicked(true);
                set({ cardId: next });
              }}
              options={[
                ...usable.map((card) => ({ value: card.id, label: cardName(card) })),
                { value: NEW_CARD, label: COPY.add.newCard },
              ]}
            />
          )}
          {cardId === NEW_CARD && (
            <div className="grid gap-1">
              <Checkbox
                label={COPY.add.save}
                name="saveCard"
                checked={draft.saveCard}
                onChange={(saveCard) => set({ saveCard })}
                disabled={pending}
                error={errors.consent}
              />
              {draft.saveCard && <p className="text-small text-text-2">{SAVE_CARD_CONSENT}</p>}
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}

const bodyOf = (amount: number, { cardId, saveCard }: Draft) => ({
  amount,
  saveCard: cardId === NEW_CARD && saveCard,
  ...(cardId === NEW_CARD ? (saveCard ? { consent: true } : {}) : { cardId }),
});

function checkAmount(draft: Draft): Checked<ReturnType<typeof bodyOf>> {
  const amount = typedCents(draft.amount);
  if (amount === null) return { errors: { amount: COPY.add.amountWrong } };
  const body = bodyOf(amount, draft);
  const checked = checkBody(StartTopUpBodySchema, body);
  return 'errors' in checked ? checked : { body };
}
