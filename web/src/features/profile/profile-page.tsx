import { LABELS, PROFILE } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/api-error.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { BrowserPreferences } from './browser-preferences.tsx';
import { COPY } from './copy.ts';
import { ProfileForm } from './profile-form.tsx';
import { SavedAddresses } from './saved-addresses.tsx';
import { SavedParcels } from './saved-parcels.tsx';
import { useProfile } from './use-profile.ts';
import { YourData } from './your-data.tsx';

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
              <SecurityLink />
              <SavedAddresses />
              <SavedParcels />
              <ProductsLink />
              <BrowserPreferences />
              <YourData email={profile.data.email} />
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

function SecurityLink() {
  return (
    <SettingsSection title={COPY.security} hint={COPY.securityHint}>
      <Link to={PAGES.security} className={buttonClass({ variant: 'secondary' })}>
        {COPY.openSecurity}
      </Link>
    </SettingsSection>
  );
}

function ProductsLink() {
  return (
    <SettingsSection title={COPY.products} hint={COPY.productsHint}>
      <Link to={PAGES.products} className={buttonClass({ variant: 'secondary' })}>
        {COPY.openProducts}
      </Link>
    </SettingsSection>
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
