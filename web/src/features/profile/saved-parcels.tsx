import type { SavedParcel } from '@lading/contract/profile.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { COPY } from './copy.ts';
import { SAVED_PARCELS, useCollection } from './saved-collections.ts';
import { SavedList } from './saved-list.tsx';
import { SavedParcelDialog } from './saved-parcel-dialog.tsx';

const measures = ({ length, width, height, weight }: SavedParcel) =>
  `${length} × ${width} × ${height} in${weight === null ? '' : `, ${weight} lb`}`;

export function SavedParcels() {
  const { items, add, change, remove } = useCollection(SAVED_PARCELS);
  const [open, setOpen] = useState<SavedParcel | 'new' | null>(null);
  return (
    <SettingsSection title="Saved packages" hint={COPY.savedParcelsHint}>
      <SavedList
        items={items}
        noun="package"
        nameOf={({ nickname }) => nickname}
        describe={measures}
        onAdd={() => setOpen('new')}
        onEdit={setOpen}
        remove={remove}
        restore={async ({ id: _, ...body }) => {
          await add(body);
          return true;
        }}
      />
      <Link to={PAGES.packages} className="link mt-3 inline-block text-small">
        {COPY.allPackages}
      </Link>
      {open !== null && (
        <SavedParcelDialog
          {...(open !== 'new' && { parcel: open })}
          onClose={() => setOpen(null)}
          save={(body) => (open === 'new' ? add(body) : change(open.id, body))}
        />
      )}
    </SettingsSection>
  );
}
