import { LABELS } from '@lading/contract/messages.ts';
import { useRuntimeConfig } from '../../lib/use-runtime-config.ts';
import { useSession } from '../../lib/use-session.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { todayIn } from './calendar.ts';
import { LabelView } from './label-view.tsx';
import { useStoredWizard } from './use-draft.ts';
import { WizardView } from './wizard-view.tsx';

/** An existing label has its own URL (`?label=`), so a reload shows it and a new visit starts a new one. */
export function CreateLabelPage() {
  const session = useSession();
  const [search, setSearch] = useUrlParameters();
  if (session.status !== 'confirmed') return null;
  const label = search.get('label');
  const another = () => setSearch(() => new URLSearchParams(), { state: { another: true } });
  return label === null ? (
    <DraftWizard key={session.user.id} userId={session.user.id} />
  ) : (
    <LabelView key={label} shipmentId={label} onAnother={another} />
  );
}

function DraftWizard({ userId }: { userId: string }) {
  const today = todayIn(useRuntimeConfig()?.timeZone);
  const stored = useStoredWizard(userId, today);
  const waiting = useDelayedFlag(stored === null);
  if (stored) return <WizardView userId={userId} initial={stored} today={today} />;
  return (
    <>
      <h1 className="text-h1">{LABELS.createShippingLabel}</h1>
      {waiting && <Skeleton className="mt-6 h-96 max-w-[40rem]" />}
    </>
  );
}
