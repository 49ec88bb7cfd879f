import type { SavedAddress } from '@lading/contract/profile.ts';
import { useState } from 'react';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { COPY } from './copy.ts';
import { SavedAddressDialog } from './saved-address-dialog.tsx';
import { SAVED_ADDRESSES, useCollection } from './saved-collections.ts';
import { SavedList } from './saved-list.tsx';

const inOneLine = (address: SavedAddress) =>
  [
    address.nickname && address.fullName,
    address.company,
    address.address,
    address.address2,
    [address.city, address.state, address.zipCode].filter(Boolean).join(' '),
    address.country === 'US' ? '' : address.country,
  ]
    .filter(Boolean)
    .join(', ');

export function SavedAddresses() {
  const { items, add, change, remove } = useCollection(SAVED_ADDRESSES);
  const [open, setOpen] = useState<SavedAddress | 'new' | null>(null);
  return (
    <SettingsSection title="Saved addresses" hint={COPY.savedAddressesHint}>
      <SavedList
        items={items}
        noun="address"
        nameOf={({ nickname, fullName }) => nickname || fullName}
        describe={inOneLine}
        onAdd={() => setOpen('new')}
        onEdit={setOpen}
        remove={remove}
        restore={({ id: _, ...body }) => add(body)}
      />
      {open !== null && (
        <SavedAddressDialog
          {...(open !== 'new' && { address: open })}
          onClose={() => setOpen(null)}
          save={(body) => (open === 'new' ? add(body) : change(open.id, body))}
        />
      )}
    </SettingsSection>
  );
}
