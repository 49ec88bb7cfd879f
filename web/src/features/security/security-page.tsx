import { PAGES } from '@lading/contract/routes.ts';
import type { FactorAddedAnswer, SecondFactorsAnswer } from '@lading/contract/second-factor.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/api-error.ts';
import { hasFactor, useSecondFactors } from '../../lib/second-factors.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { useSession } from '../../lib/use-session.ts';
import { EmailSection } from '../../ui/account/email-section.tsx';
import { PasswordSection } from '../../ui/account/password-section.tsx';
import { SessionsSection } from '../../ui/account/sessions-section.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { ApiKeysSection } from './api-keys-section.tsx';
import { COPY } from './copy.ts';
import { OtherSessions } from './other-sessions.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { RecoveryCodesSection } from './recovery-codes-section.tsx';
import { TotpSection } from './totp-section.tsx';
import { useFactorCalls } from './use-factor-calls.ts';

/** Everything about signing in, for clients and staff. */
export function SecurityPage() {
  const session = useSession();
  if (session.status !== 'confirmed') return null;
  const { user } = session;
  return (
    <div className="max-w-[56rem]">
      <h1 className="text-h1">{COPY.title}</h1>
      <p className="mt-2 text-text-2">
        {COPY.intro}
        {user.role === 'client' && (
          <>
            {' '}
            {COPY.profile}{' '}
            <Link to={PAGES.profile} className="link">
              {COPY.profileLink}
            </Link>
          </>
        )}
      </p>
      <div className="mt-6">
        <EmailSection />
        <PasswordSection owner={user} />
        <LoadedFactors />
        <SessionsSection />
        {user.role === 'client' && <ApiKeysSection />}
      </div>
    </div>
  );
}

function LoadedFactors() {
  const factors = useSecondFactors();
  const waiting = useDelayedFlag(factors.isPending);
  useLoadFailure(factors, () => toast.error(COPY.loadFailed));
  if (factors.data) return <Factors factors={factors.data} />;
  return (
    <SettingsSection title={COPY.factors} hint={COPY.factorsHint}>
      {factors.isError ? (
        <ErrorPanel
          message={COPY.loadFailed}
          reason={reasonOf(factors.error)}
          onRetry={() => void factors.refetch()}
        />
      ) : (
        waiting && <Skeleton className="h-40" />
      )}
    </SettingsSection>
  );
}

function Factors({ factors }: { factors: SecondFactorsAnswer }) {
  const { refresh } = useFactorCalls();
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);
  const [isChanged, setIsChanged] = useState(false);
  const { required, totp, passkeys, passkeyOrigin, recoveryCodes } = factors;
  const isOnlyFactor = passkeys.length + (totp ? 1 : 0) === 1;
  const canRemove = !(required && isOnlyFactor);
  const added = (answer: FactorAddedAnswer) => {
    setNewCodes(answer.recoveryCodes);
    setIsChanged(true);
    void refresh();
  };
  return (
    <>
      <SettingsSection title={COPY.factors} hint={COPY.factorsHint}>
        <div className="grid gap-3">
          {isChanged && <OtherSessions onDone={() => setIsChanged(false)} />}
          {!hasFactor(factors) && <InlineAlert tone="warn">{COPY.none}</InlineAlert>}
          {!canRemove && <InlineAlert tone="info">{COPY.required}</InlineAlert>}
          {hasFactor(factors) && canRemove && !isChanged && <p>{COPY.protected}</p>}
        </div>
      </SettingsSection>
      <TotpSection
        totp={totp}
        isOnlyFactor={isOnlyFactor}
        canRemove={canRemove}
        onAdded={added}
        onRemoved={() => setIsChanged(true)}
      />
      <PasskeysSection
        passkeys={passkeys}
        passkeyOrigin={passkeyOrigin}
        isOnlyFactor={isOnlyFactor}
        canRemove={canRemove}
        onAdded={added}
        onRemoved={() => setIsChanged(true)}
      />
      <RecoveryCodesSection codes={recoveryCodes} onCreated={setNewCodes} />
      {newCodes && <RecoveryCodesDialog codes={newCodes} onClose={() => setNewCodes(null)} />}
    </>
  );
}
