import { reasonOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/may.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { useBillingSettings } from '../../ui/billing/use-billing-settings.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { ZoneNote } from '../../ui/operator-moment.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AllDocuments } from './all-documents.tsx';
import { COPY } from './copy.ts';
import { BillingSettingsForm } from './settings-form.tsx';
import { SettingsSummary } from './settings-summary.tsx';

type Tab = 'documents' | 'settings';

const TABS = [
  { value: 'documents', label: COPY.tabs.documents },
  { value: 'settings', label: COPY.tabs.settings },
] as const;

export function AdminBillingPage() {
  const [search, setSearch] = useUrlParameters();
  const tab: Tab = search.get('tab') === 'settings' ? 'settings' : 'documents';
  const show = (next: Tab) =>
    setSearch(() => new URLSearchParams(next === 'settings' ? { tab: 'settings' } : {}));
  return (
    <>
      <h1 className="text-h1">{COPY.title}</h1>
      <p className="mt-1 max-w-prose text-text-2">
        {COPY.intro} <ZoneNote />
      </p>
      <Segmented
        legend={COPY.tabs.legend}
        value={tab}
        onChange={show}
        options={TABS}
        className="mt-4 max-w-64"
      />
      <div className="mt-6 grid gap-6">
        <SetUpNote tab={tab} onOpen={() => show('settings')} />
        {tab === 'settings' ? <Settings /> : <AllDocuments />}
      </div>
    </>
  );
}

function SetUpNote({ tab, onOpen }: { tab: Tab; onOpen: () => void }) {
  const { data } = useBillingSettings();
  const mayChange = useMay('billing.write');
  if (data?.startMonth !== null) return null;
  return (
    <InlineAlert tone="warn">
      <p>{COPY.notSetUp}</p>
      {tab === 'documents' && mayChange && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={onOpen}>
          {COPY.openSettings}
        </Button>
      )}
    </InlineAlert>
  );
}

function Settings() {
  const settings = useBillingSettings();
  const mayChange = useMay('billing.write');
  if (settings.data)
    return (
      <div>
        {mayChange ? (
          <BillingSettingsForm settings={settings.data} />
        ) : (
          <SettingsSummary settings={settings.data} />
        )}
      </div>
    );
  if (settings.isError)
    return (
      <ErrorPanel
        message={COPY.settings.loadFailed}
        reason={reasonOf(settings.error)}
        onRetry={() => void settings.refetch()}
      />
    );
  return <Skeleton className="h-64" />;
}
