import {
  type BillingDetailsAnswer,
  type BillingDetailsBody,
  BillingDetailsBodySchema,
} from '@lading/contract/billing.ts';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { FormDialog } from '../form-dialog.tsx';
import { TextAreaField } from '../text-area-field.tsx';
import { TextField } from '../text-field.tsx';
import { toast } from '../toast/toast.ts';
import { addressProblem, linesOf, textOf } from './address-text.ts';
import { COPY } from './copy.ts';

interface DetailsDialogProps {
  details: BillingDetailsAnswer;
  save: (loaded: BillingDetailsBody, edited: BillingDetailsBody) => Promise<void>;
  onClose: () => void;
}

const { details: copy } = COPY;
const MAX_ADDRESS = 500;

export function DetailsDialog({ details, save, onClose }: DetailsDialogProps) {
  const [loaded] = useState(details);
  const [draft, setDraft] = useState({
    company: loaded.company,
    address: textOf(loaded.addressLines),
    taxId: loaded.taxId,
    reference: loaded.reference,
  });
  const field = (name: keyof typeof draft) => ({
    name,
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
    optional: true,
  });
  const check = () => {
    const { address, ...texts } = draft;
    return checkBody(BillingDetailsBodySchema, { ...texts, addressLines: linesOf(address) });
  };
  return (
    <FormDialog
      title={copy.title}
      submitLabel={copy.save}
      onClose={onClose}
      check={check}
      send={async (body) => {
        await save(loaded, body);
        toast.success(copy.saved);
      }}
      explain={(error) => messageOf(error, copy.failed)}
    >
      {({ errors, pending }) => (
        <>
          <p className="text-text-2">{copy.note}</p>
          <TextField
            label={copy.company}
            {...field('company')}
            hint={copy.companyHint}
            error={errors.company}
            disabled={pending}
            autoComplete="organization"
          />
          <TextAreaField
            label={copy.address}
            {...field('address')}
            hint={copy.addressHint}
            rows={4}
            maxLength={MAX_ADDRESS}
            error={addressProblem(errors)}
            disabled={pending}
          />
          <TextField label={copy.taxId} {...field('taxId')} error={errors.taxId} disabled={pending} />
          <TextField
            label={copy.reference}
            {...field('reference')}
            hint={copy.referenceHint}
            error={errors.reference}
            disabled={pending}
          />
        </>
      )}
    </FormDialog>
  );
}
