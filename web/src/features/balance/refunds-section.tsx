import { usePending } from '../../lib/use-pending.ts';
import { reportFailure } from '../../ui/report-error.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { chooseRefunds, useRefundChoice, useReload } from './balance-calls.ts';
import { COPY } from './copy.ts';
import { SectionFailure } from './section-failure.tsx';

const OPTIONS = [
  { value: 'card', label: COPY.refunds.card },
  { value: 'balance', label: COPY.refunds.balance },
] as const;

export function RefundsSection() {
  const choice = useRefundChoice();
  const reload = useReload();
  const { run } = usePending();
  const choose = (refundTo: 'card' | 'balance') =>
    run(async () => {
      try {
        await chooseRefunds({ refundTo });
        toast.success(COPY.refunds.saved(refundTo));
      } catch (error) {
        reportFailure(error, COPY.failed);
      }
      await reload();
    });
  return (
    <SettingsSection title={COPY.refunds.title} hint={COPY.refunds.hint}>
      {choice.data ? (
        choice.data.canChoose ? (
          <Segmented
            legend={COPY.refunds.legend}
            value={choice.data.refundTo}
            onChange={(refundTo) => void choose(refundTo)}
            options={OPTIONS}
            className="max-w-72"
          />
        ) : (
          <p>{COPY.refunds.decided(choice.data.refundTo)}</p>
        )
      ) : choice.isError ? (
        <SectionFailure query={choice} />
      ) : (
        <Skeleton className="h-11 max-w-72" />
      )}
    </SettingsSection>
  );
}
