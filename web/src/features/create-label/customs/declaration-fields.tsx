import { customsArea } from '@lading/contract/customs/needs-customs.ts';
import { taxIdNeed } from '@lading/contract/customs/tax-ids.ts';
import { NON_DELIVERY_OPTIONS } from '@lading/contract/customs/vocabulary.ts';
import type { Problems } from '../../../lib/form-problems.ts';
import { NON_DELIVERY_NAMES } from '../../../ui/declaration/names.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Wizard } from '../wizard-state.ts';
import { COPY } from './copy.ts';
import type { CustomsValues } from './customs-values.ts';
import { FilingFields } from './filing-fields.tsx';
import { RecipientTaxId, SenderTaxId } from './tax-id-fields.tsx';

const NON_DELIVERY = NON_DELIVERY_OPTIONS.map((value) => ({ value, label: NON_DELIVERY_NAMES[value] }));

interface DeclarationFieldsProps {
  wizard: Pick<Wizard, 'sender' | 'recipient' | 'customs'>;
  problems: Problems;
  onChange: (part: Partial<CustomsValues>) => void;
}

export function DeclarationFields({ wizard, problems, onChange }: DeclarationFieldsProps) {
  const { customs, recipient } = wizard;
  const asksRecipient = taxIdNeed(customsArea(recipient)) !== 'optional';
  const parts = { wizard, problems, onChange };
  const hasProblem =
    problems['customs.senderTaxId.number'] !== undefined ||
    (!asksRecipient && problems['customs.recipientTaxId.number'] !== undefined);
  return (
    <>
      <FilingFields shipment={wizard} problems={problems} onChange={onChange} />
      {asksRecipient && <RecipientTaxId {...parts} />}
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
        <TextField
          label="Signer"
          name="customs.signer"
          required
          autoComplete="off"
          hint={COPY.signerHint}
          value={customs.signer}
          error={problems['customs.signer']}
          onChange={(signer) => onChange({ signer })}
        />
        <TextField
          label="Invoice number"
          name="customs.invoiceNumber"
          optional
          autoComplete="off"
          value={customs.invoiceNumber}
          error={problems['customs.invoiceNumber']}
          onChange={(invoiceNumber) => onChange({ invoiceNumber })}
        />
        <Select
          label="If undeliverable"
          name="customs.nonDelivery"
          value={customs.nonDelivery}
          options={NON_DELIVERY}
          hint={COPY.nonDeliveryHint}
          error={problems['customs.nonDelivery']}
          onChange={(nonDelivery) => onChange({ nonDelivery })}
        />
      </div>
      <Disclosure title={COPY.taxIds} summary="optional" forced={hasProblem}>
        <div className="grid gap-4">
          <SenderTaxId {...parts} />
          {!asksRecipient && <RecipientTaxId {...parts} />}
        </div>
      </Disclosure>
      <p className="text-text-2">{COPY.dutiesNote}</p>
    </>
  );
}
