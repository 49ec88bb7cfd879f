import type { OwnPackage, PackagesAnswer } from '@lading/contract/orders/packages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { usePackages } from '../../lib/packages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { COPY } from './copy.ts';
import { HEADERS, OwnPackages } from './own-packages.tsx';
import { PackageDialog } from './package-dialog.tsx';
import { PresetList } from './preset-list.tsx';
import { SavedPackages } from './saved-packages.tsx';
import { usePackageChange } from './use-package-change.ts';

/** `version` is that of the list when the form was opened. */
type Open = { edit: OwnPackage | null; version: number } | { remove: OwnPackage } | null;

const NOTHING: PackagesAnswer = { version: 0, packages: [], saved: [], presets: [] };

export function PackagesPage() {
  const query = usePackages();
  const { version, packages, saved, presets } = query.data ?? NOTHING;
  const [open, setOpen] = useState<Open>(null);
  const { save, remove, setDefault } = usePackageChange(version);
  const close = () => setOpen(null);
  return (
    <>
      <Header onAdd={query.data && (() => setOpen({ edit: null, version }))} />
      <div className="mt-6 grid gap-4">
        <h2 className="text-h3">{COPY.own}</h2>
        <LoadedList query={query} caption={COPY.own} headers={HEADERS} loadFailed={COPY.loadFailed}>
          {() => (
            <OwnPackages
              packages={packages}
              onEdit={(edit) => setOpen({ edit, version })}
              onDelete={(own) => setOpen({ remove: own })}
              onDefault={(own, isDefault) => void setDefault(own, isDefault)}
            />
          )}
        </LoadedList>
        {saved.length > 0 && <SavedPackages packages={saved} />}
        {presets.length > 0 && (
          <section className="mt-4 grid gap-2">
            <h2 className="text-h3">{COPY.presets}</h2>
            <p className="text-text-2">{COPY.presetsHint}</p>
            <PresetList presets={presets} />
          </section>
        )}
      </div>
      {open && 'edit' in open && (
        <PackageDialog own={open.edit} save={(body) => save(open.edit, body, open.version)} onClose={close} />
      )}
      {open && 'remove' in open && (
        <ConfirmDialog
          title={COPY.deleteTitle}
          confirmLabel="Delete"
          destructive
          who={open.remove.name}
          act={() => remove(open.remove)}
          done={COPY.deleted}
          onClose={close}
        >
          {COPY.deleteHint}
        </ConfirmDialog>
      )}
    </>
  );
}

function Header({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="max-w-prose">
        <h1 className="text-h1">{COPY.title}</h1>
        <p className="mt-1 text-text-2">{COPY.intro}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={PAGES.orders} className={buttonClass({ variant: 'secondary' })}>
          {COPY.orders}
        </Link>
        <Link to={PAGES.orderRules} className={buttonClass({ variant: 'secondary' })}>
          {COPY.rules}
        </Link>
        {onAdd && <Button onClick={onAdd}>{COPY.add}</Button>}
      </div>
    </div>
  );
}
