import type { OrderDetails, OrderRecipient } from '@lading/contract/orders/orders.ts';
import { SavedAddressBodySchema } from '@lading/contract/profile.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { COUNTRY_OPTIONS } from '../../ui/country-options.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { NO_RECIPIENT, useRecipientChange } from './use-recipient-change.ts';

function checkRecipient(draft: OrderRecipient): Checked<OrderRecipient> {
  const checked = checkBody(SavedAddressBodySchema, { nickname: '', ...draft });
  if ('errors' in checked) return checked;
  const { nickname: _, ...recipient } = checked.body;
  return { body: recipient };
}

export function RecipientDialog({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const [opened] = useState(order.recipient ?? NO_RECIPIENT);
  const [draft, setDraft] = useState(opened);
  const [isAsInStore, setIsAsInStore] = useState(false);
  const changeRecipient = useRecipientChange(order.id);
  return (
    <FormDialog<OrderRecipient | null>
      title={COPY.editAddress}
      onClose={onClose}
      check={() => (isAsInStore ? { body: null } : checkRecipient(draft))}
      submitLabel="Save"
      send={async (edited) => {
        await changeRecipient(opened, edited);
        toast.success(COPY.addressSaved);
      }}
      explain={reasonOf}
    >
      {({ errors, pending }) => {
        const text = (name: keyof OrderRecipient, label: string, rest: object = {}) => (
          <TextField
            label={label}
            name={name}
            value={draft[name]}
            error={errors[name]}
            disabled={pending || isAsInStore}
            onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
            autoComplete="off"
            {...rest}
          />
        );
        return (
          <>
            {order.isRecipientEdited && !order.recipientWithheld && (
              <Checkbox
                label={COPY.storeAddress}
                name="asInStore"
                checked={isAsInStore}
                onChange={setIsAsInStore}
              />
            )}
            <div className="grid grid-cols-2 gap-4">
              {text('fullName', 'Name', { required: true, className: 'max-sm:col-span-2' })}
              {text('company', 'Company', { optional: true, className: 'max-sm:col-span-2' })}
              {text('email', 'Email', { optional: true, type: 'email', className: 'max-sm:col-span-2' })}
              {text('phone', 'Phone', { optional: true, type: 'tel', className: 'max-sm:col-span-2' })}
              {text('address', 'Street address', { required: true, className: 'col-span-2' })}
              {text('address2', 'Address 2', { optional: true, className: 'col-span-2' })}
              {text('city', 'City', { required: true })}
              {text('state', 'State', { optional: true })}
              {text('zipCode', 'ZIP code', { optional: true })}
              <Select
                label="Country"
                name="country"
                value={draft.country}
                error={errors.country}
                options={COUNTRY_OPTIONS}
                disabled={pending || isAsInStore}
                onChange={(country) => setDraft((before) => ({ ...before, country }))}
              />
            </div>
          </>
        );
      }}
    </FormDialog>
  );
}
