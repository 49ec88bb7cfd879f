import { API } from '@lading/contract/routes.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useMay } from '../../lib/may.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { ZoneNote } from '../../ui/operator-moment.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AdjustmentList } from './adjustment-list.tsx';
import { type AdjustmentsView, filtersOf, readView, TABS, writeView } from './adjustments-view.ts';
import { COPY } from './copy.ts';
import { DefaultPolicyButton } from './default-policy-button.tsx';
import { ImportSection } from './import-section.tsx';
import { InvoiceList } from './invoice-list.tsx';

/** Loaded on demand, so that the list does not wait for them. */
const AdjustmentDrawer = lazy(async () => ({
  default: (await import('./adjustment-drawer.tsx')).AdjustmentDrawer,
}));
const InvoiceDrawer = lazy(async () => ({ default: (await import('./invoice-drawer.tsx')).InvoiceDrawer }));

export function AdjustmentsPage() {
  const [search, setSearch] = useUrlParameters();
  const view = readView(search);
  const mayChange = useMay('adjustments.write');
  const change = useCallback(
    (part: Partial<AdjustmentsView>, replace = false) =>
      setSearch((current) => writeView({ ...readView(current), page: 1, ...part }), { replace }),
    [setSearch],
  );
  const tab = view.tab === 'import' && !mayChange ? 'adjustments' : view.tab;
  const close = () => change({ adjustment: '', invoice: '', page: view.page }, true);
  return (
    <>
      <Header view={view} mayChange={mayChange} />
      <div className="mt-6 grid gap-4">
        <Segmented
          legend={COPY.views}
          value={tab}
          onChange={(chosen) => change({ tab: chosen })}
          options={TABS.filter((value) => value !== 'import' || mayChange).map((value) => ({
            value,
            label: COPY.tabs[value],
          }))}
          className="w-full max-w-96"
        />
        {tab === 'adjustments' && <AdjustmentList view={view} onChange={change} />}
        {tab === 'invoices' && <InvoiceList view={view} onChange={change} />}
        {tab === 'import' && <ImportSection />}
      </div>
      <OpenDrawers adjustment={view.adjustment} invoice={view.invoice} onClose={close} />
    </>
  );
}

interface OpenDrawersProps {
  adjustment: string;
  invoice: string;
  onClose: () => void;
}

/** Mounted on first use, then kept for their closing animation. */
function OpenDrawers({ adjustment, invoice, onClose }: OpenDrawersProps) {
  const [wanted, setWanted] = useState({ adjustment: false, invoice: false });
  if (adjustment !== '' && !wanted.adjustment) setWanted({ ...wanted, adjustment: true });
  if (invoice !== '' && !wanted.invoice) setWanted({ ...wanted, invoice: true });
  return (
    <Suspense>
      {wanted.adjustment && <AdjustmentDrawer id={adjustment} onClose={onClose} />}
      {wanted.invoice && <InvoiceDrawer id={invoice} onClose={onClose} />}
    </Suspense>
  );
}

function Header({ view, mayChange }: { view: AdjustmentsView; mayChange: boolean }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-h1">{COPY.title}</h1>
        <p className="mt-1 max-w-prose text-text-2">
          {COPY.intro} <ZoneNote />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <ExportButton
          label={COPY.export}
          path={API.adminAdjustmentsDownload}
          query={{ ...filtersOf(view) }}
          exported={COPY.exported}
          failed={COPY.exportFailed}
        />
        {mayChange && <DefaultPolicyButton />}
      </div>
    </div>
  );
}
