import type { AdjustmentPolicy } from '@lading/contract/adjustments.ts';
import { useState } from 'react';
import { usePending } from '../../lib/use-pending.ts';
import { PolicyDialog } from '../../ui/adjustments/policy-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { reportError } from '../../ui/report-error.ts';
import { readPolicy, savePolicy } from './adjustment-calls.ts';
import { COPY } from './copy.ts';

/** Loads the policy when it is clicked, so that the dialog starts with the current one. */
export function DefaultPolicyButton() {
  const [policy, setPolicy] = useState<AdjustmentPolicy | null>(null);
  const { pending, run } = usePending();
  const open = () =>
    run(async () => {
      try {
        setPolicy(await readPolicy());
      } catch (error) {
        reportError(error, COPY.policyFailed);
      }
    });
  return (
    <>
      <Button variant="secondary" loading={pending} onClick={() => void open()}>
        {COPY.policy}
      </Button>
      {policy && (
        <PolicyDialog title={COPY.policy} policy={policy} save={savePolicy} onClose={() => setPolicy(null)} />
      )}
    </>
  );
}
