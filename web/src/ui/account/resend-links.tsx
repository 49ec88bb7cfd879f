import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../button.tsx';
import { reportFailure } from '../report-error.ts';
import { toast } from '../toast/toast.ts';
import { COPY } from './copy.ts';
import { useAccountCalls } from './use-account.ts';

/** Mails the open verification links again. */
export function ResendLinks({ size = 'md' }: { size?: 'sm' | 'md' }) {
  const { resendLinks } = useAccountCalls();
  const { pending, run } = usePending();
  const send = () =>
    run(() =>
      resendLinks().then(
        (sent) => void (sent ? toast.success(COPY.email.resent) : toast.info(COPY.email.noLink)),
        (error: unknown) => void reportFailure(error, COPY.email.resendFailed),
      ),
    );
  return (
    <Button variant="secondary" size={size} disabled={pending} onClick={() => void send()}>
      {COPY.email.resend}
    </Button>
  );
}
