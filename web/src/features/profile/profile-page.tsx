import { LABELS, PROFILE } from '@lading/contract/messages.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { BrowserPreferences } from './browser-preferences.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SavedAddresses } from './saved-addresses.tsx';
import { SavedParcels } from './saved-parcels.tsx';
import { useProfile } from './use-profile.ts';

/** The form appears only with the loaded profile, so that blank fields cannot overwrite it. */
export function ProfilePage() {
  const profile = useProfile();
  const waiting = useDelayedFlag(profile.isPending);
  return (
    <div className="max-w-[56rem]">
      <h1 className="text-h1">{LABELS.profileSettings}</h1>
      <div className="mt-6">
        {profile.data ? (
          <>
            <ProfileForm profile={profile.data} />
            <div className="mt-8">
              <SavedAddresses />
              <SavedParcels />
              <BrowserPreferences />
            </div>
          </>
        ) : profile.isError ? (
          <ErrorPanel
            message={PROFILE.loadFailed}
            reason={reasonOf(profile.error)}
            onRetry={() => void profile.refetch()}
          />
        ) : (
          waiting && <FormSkeleton />
        )}
      </div>
    </div>
  );
}

function FormSkeleton() {
  return (
    <div className="grid gap-x-8 gap-y-4 border-t border-line py-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Skeleton className="h-6 w-40" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-15 sm:col-span-2" />
        <Skeleton className="h-15" />
        <Skeleton className="h-15" />
        <Skeleton className="h-15" />
        <Skeleton className="h-15" />
      </div>
    </div>
  );
}
