import { usePending } from '../../lib/use-pending.ts';
import { useAccountCalls } from '../../ui/account/use-account.ts';
import { Button } from '../../ui/button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

/** After a change of factors: sessions from before are still open elsewhere. */
export function OtherSessions({ onDone }: { onDone: () => void }) {
  const { endOtherSessions } = useAccountCalls();
  const { pending, run } = usePending();
  const end = () =>
    void run(async () => {
      try {
        await endOtherSessions();
        toast.success(COPY.sessions.ended);
        onDone();
      } catch (error) {
        reportFailure(error, COPY.failed);
      }
    });
  return (
    <InlineAlert tone="info">
      <p>{COPY.sessions.stillOpen}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" loading={pending} onClick={end}>
          {COPY.sessions.end}
        </Button>
        <Button variant="ghost" size="sm" disabled={pending} onClick={onDone}>
          {COPY.sessions.keep}
        </Button>
      </div>
    </InlineAlert>
  );
}
