import {
  type SavedAddress,
  type SavedAddressBody,
  SavedAddressBodySchema,
} from '@lading/contract/profile.ts';
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

interface Incomplete {
  body: SavedAddressBody;
  end: (restored: boolean) => void;
}

export function SavedAddresses() {
  const { items, add, change, remove } = useCollection(SAVED_ADDRESSES);
  const [open, setOpen] = useState<SavedAddress | 'new' | null>(null);
  const [incomplete, setIncomplete] = useState<Incomplete | null>(null);
  const restore = async ({ id: _, ...body }: SavedAddress) => {
    // Saved before countries were checked, so the server would refuse it.
    if (!SavedAddressBodySchema.safeParse(body).success)
      return new Promise<boolean>((end) => setIncomplete({ body, end }));
    await add(body);
    return true;
  };
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
        restore={restore}
      />
      {open !== null && (
        <SavedAddressDialog
          {...(open !== 'new' && { address: open })}
          onClose={() => setOpen(null)}
          save={(body) => (open === 'new' ? add(body) : change(open.id, body))}
        />
      )}
      {incomplete && (
        <SavedAddressDialog
          address={incomplete.body}
          onClose={() => {
            incomplete.end(false);
            setIncomplete(null);
          }}
          save={async (body) => {
            await add(body);
            incomplete.end(true);
          }}
        />
      )}
    </SettingsSection>
  );
}
