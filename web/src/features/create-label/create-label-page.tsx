import { LABELS } from '@lading/contract/messages.ts';
import { useRuntimeConfig } from '../../lib/use-runtime-config.ts';
import { useSession } from '../../lib/use-session.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { todayIn } from './calendar.ts';
import { LabelView } from './label-view.tsx';
import { useKeptWizard } from './use-draft.ts';
import { WizardView } from './wizard-view.tsx';

/** A label that exists has its own address (`?label=`), so that a reload shows it again and a new visit does not. */
export function CreateLabelPage() {
  const session = useSession();
  const [search, setSearch] = useUrlParameters();
  if (session.status !== 'confirmed') return null;
  const label = search.get('label');
  const another = () => setSearch(() => new URLSearchParams(), { state: { another: true } });
  return label === null ? (
    <Draft key={session.user.id} userId={session.user.id} />
  ) : (
    <LabelView key={label} shipmentId={label} onAnother={another} />
  );
}

function Draft({ userId }: { userId: string }) {
  const today = todayIn(useRuntimeConfig()?.timeZone);
  const kept = useKeptWizard(userId, today);
  const waiting = useDelayedFlag(kept === null);
  if (kept) return <WizardView userId={userId} initial={kept} today={today} />;
  return (
    <>
      <h1 className="text-h1">{LABELS.createShippingLabel}</h1>
      {waiting && <Skeleton className="mt-6 h-96 max-w-[40rem]" />}
    </>
  );
}
