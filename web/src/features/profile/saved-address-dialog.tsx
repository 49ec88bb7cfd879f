import { parseCountry } from '@lading/contract/countries.ts';
import { type SavedAddressBody, SavedAddressBodySchema } from '@lading/contract/profile.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { COUNTRY_OPTIONS } from '../../ui/country-options.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

const EMPTY_ADDRESS: SavedAddressBody = {
  nickname: '',
  fullName: '',
  company: '',
  email: '',
  phone: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'US',
};

/** The country that the list shows must be the one that is saved. */
const listed = (address: SavedAddressBody): SavedAddressBody => ({
  ...address,
  country: parseCountry(address.country) ?? EMPTY_ADDRESS.country,
});

interface SavedAddressDialogProps {
  /** Omitted for a new one. */
  address?: SavedAddressBody;
  onClose: () => void;
  save: (body: SavedAddressBody) => Promise<void>;
}

export function SavedAddressDialog({ address, onClose, save }: SavedAddressDialogProps) {
  const [draft, setDraft] = useState<SavedAddressBody>(() => listed(address ?? EMPTY_ADDRESS));
  return (
    <FormDialog
      title={address ? 'Edit address' : 'Add address'}
      onClose={onClose}
      check={() => checkBody(SavedAddressBodySchema, draft)}
      submitLabel="Save"
      send={save}
      explain={reasonOf}
    >
      {({ errors }) => {
        const text = (name: keyof SavedAddressBody, label: string, rest: object = {}) => (
          <TextField
            label={label}
            name={name}
            value={draft[name]}
            error={errors[name]}
            onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
            {...rest}
          />
        );
        return (
          <div className="grid grid-cols-2 gap-4">
            {text('nickname', 'Nickname', {
              optional: true,
              hint: 'For example, Warehouse',
              className: 'col-span-2',
            })}
            {text('fullName', 'Name', {
              required: true,
              autoComplete: 'name',
              className: 'max-sm:col-span-2',
            })}
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
              onChange={(country) => setDraft((before) => ({ ...before, country }))}
            />
          </div>
        );
      }}
    </FormDialog>
  );
}
