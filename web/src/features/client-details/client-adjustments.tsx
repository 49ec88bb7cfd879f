import { PAGES } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/may.ts';
import { usePending } from '../../lib/use-pending.ts';
import { policyText } from '../../ui/adjustments/adjustment-text.ts';
import { PolicyDialog } from '../../ui/adjustments/policy-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { reportError } from '../../ui/report-error.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { useClientPolicy } from './use-client-policy.ts';

/** Who pays this client's adjustments, and a link to them. */
export function ClientAdjustments({ clientId }: { clientId: string }) {
  const { policy, save, followDefault } = useClientPolicy(clientId);
  const mayChange = useMay('adjustments.write');
  const [open, setOpen] = useState(false);
  const { pending, run } = usePending();
  const { data } = policy;
  const reset = () =>
    run(async () => {
      try {
        await followDefault();
        toast.success(COPY.policyReset);
      } catch (error) {
        reportError(error);
      }
    });
  return (
    <section aria-labelledby="client-adjustments" className="rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="client-adjustments" className="text-h3">
          {COPY.adjustments}
        </h2>
        {mayChange && data && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
              {COPY.changePolicy}
            </Button>
            {!data.isDefault && (
              <Button variant="secondary" size="sm" loading={pending} onClick={() => void reset()}>
                {COPY.followDefault}
              </Button>
            )}
          </div>
        )}
      </div>
      <div className="mt-3">
        {data ? (
          <p>
            {policyText(data.policy)}{' '}
            <span className="text-text-2">{data.isDefault ? COPY.isDefault : COPY.isOwn}</span>
          </p>
        ) : policy.isError ? (
          <ErrorPanel
            message={COPY.policyFailed}
            reason={reasonOf(policy.error)}
            onRetry={() => void policy.refetch()}
          />
        ) : (
          <Skeleton className="h-6 w-72 max-w-full" />
        )}
      </div>
      <Link
        to={`${PAGES.adminAdjustments}?clientId=${clientId}`}
        className="link mt-2 inline-flex min-h-11 items-center md:min-h-6"
      >
        {COPY.viewAdjustments}
      </Link>
      {open && data && (
        <PolicyDialog
          title={COPY.policyTitle}
          policy={data.policy}
          save={save}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
