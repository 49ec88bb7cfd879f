import type {
  FactorAddedAnswer,
  SecondFactorsAnswer,
  TotpSetUpAnswer,
} from '@lading/contract/second-factor.ts';
import { useState } from 'react';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { AlertDialog, Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { TotpForm } from './totp-form.tsx';
import { useFactorCalls } from './use-factor-calls.ts';

interface TotpSectionProps {
  totp: SecondFactorsAnswer['totp'];
  isOnlyFactor: boolean;
  canRemove: boolean;
  onAdded: (answer: FactorAddedAnswer) => void;
  onRemoved: () => void;
}

export function TotpSection(props: TotpSectionProps) {
  const { totp, isOnlyFactor, canRemove, onAdded, onRemoved } = props;
  const { startTotp } = useFactorCalls();
  const [setUp, setSetUp] = useState<TotpSetUpAnswer | null>(null);
  const [removing, setRemoving] = useState(false);
  const { pending, run } = usePending();
  const start = () =>
    void run(async () => {
      try {
        setSetUp(await startTotp());
      } catch (error) {
        reportFailure(error, COPY.failed);
      }
    });
  return (
    <SettingsSection title={COPY.totp.title} hint={COPY.totp.hint}>
      {totp ? (
        <p>
          Set up <Moment iso={totp.createdAt} />
          {totp.lastUsedAt && (
            <>
              , last used <Moment iso={totp.lastUsedAt} />
            </>
          )}
          .
        </p>
      ) : (
        <p className="text-text-2">{COPY.totp.off}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant={totp ? 'secondary' : 'primary'} loading={pending} onClick={start}>
          {totp ? COPY.totp.replace : COPY.totp.setUp}
        </Button>
        {totp && canRemove && (
          <Button variant="ghost" onClick={() => setRemoving(true)}>
            {COPY.totp.remove}
          </Button>
        )}
      </div>
      {setUp && (
        <Dialog open onOpenChange={(open) => !open && setSetUp(null)} title={COPY.setUpTotp.title} keepsInput>
          <TotpForm
            setUp={setUp}
            onCancel={() => setSetUp(null)}
            onAdded={(answer) => {
              setSetUp(null);
              toast.success(COPY.totp.added);
              onAdded(answer);
            }}
          />
        </Dialog>
      )}
      {removing && (
        <RemoveTotp isOnlyFactor={isOnlyFactor} onRemoved={onRemoved} onClose={() => setRemoving(false)} />
      )}
    </SettingsSection>
  );
}

interface RemoveTotpProps {
  isOnlyFactor: boolean;
  onRemoved: () => void;
  onClose: () => void;
}

function RemoveTotp({ isOnlyFactor, onRemoved, onClose }: RemoveTotpProps) {
  const { removeTotp } = useFactorCalls();
  const { pending, run } = usePending();
  const remove = () =>
    void run(async () => {
      try {
        await removeTotp();
        toast.success(COPY.totp.removed);
        onRemoved();
      } catch (error) {
        reportFailure(error, COPY.failed);
      }
      onClose();
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={COPY.totp.removeTitle}
      confirmLabel={COPY.totp.remove}
      onConfirm={remove}
      destructive
      busy={pending}
    >
      {isOnlyFactor ? COPY.lastFactor : 'Its codes will no longer work.'}
    </AlertDialog>
  );
}
