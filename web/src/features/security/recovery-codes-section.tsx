import type { SecondFactorsAnswer } from '@lading/contract/second-factor.ts';
import { useState } from 'react';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { COPY } from './copy.ts';
import { useFactorCalls } from './use-factor-calls.ts';

const FEW = 3;

interface RecoveryCodesSectionProps {
  codes: SecondFactorsAnswer['recoveryCodes'];
  onCreated: (codes: readonly string[]) => void;
}

export function RecoveryCodesSection({ codes, onCreated }: RecoveryCodesSectionProps) {
  const { createCodes } = useFactorCalls();
  const [asking, setAsking] = useState(false);
  const { pending, run } = usePending();
  const create = () =>
    void run(async () => {
      try {
        onCreated(await createCodes());
      } catch (error) {
        reportFailure(error, COPY.failed);
      }
      setAsking(false);
    });
  if (!codes)
    return (
      <SettingsSection title={COPY.codes.title} hint={COPY.codes.hint}>
        <p className="text-text-2">{COPY.codes.afterFactor}</p>
      </SettingsSection>
    );
  return (
    <SettingsSection title={COPY.codes.title} hint={COPY.codes.hint}>
      <div className="grid justify-items-start gap-3">
        {codes.left <= FEW && <InlineAlert tone="warn">{COPY.codes.few}</InlineAlert>}
        <p>
          {COPY.codes.left(codes.left)} Created <Moment iso={codes.createdAt} />.
        </p>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {COPY.codes.create}
        </Button>
      </div>
      {asking && (
        <AlertDialog
          open
          onOpenChange={setAsking}
          title={COPY.codes.createTitle}
          confirmLabel={COPY.codes.create}
          onConfirm={create}
          busy={pending}
        >
          {COPY.codes.createBody}
        </AlertDialog>
      )}
    </SettingsSection>
  );
}
