import type { AccountSession } from '@lading/contract/account.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../button.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Moment } from '../moment.tsx';
import { reportFailure } from '../report-error.ts';
import { SettingsSection } from '../settings-section.tsx';
import { Skeleton } from '../skeleton.tsx';
import { toast } from '../toast/toast.ts';
import { COPY } from './copy.ts';
import { useAccountCalls, useSessions } from './use-account.ts';

const TEXT = COPY.sessions;

export function SessionsSection() {
  const sessions = useSessions();
  return (
    <SettingsSection title={TEXT.title} hint={TEXT.hint}>
      {sessions.data ? (
        <SessionList sessions={sessions.data} />
      ) : sessions.isError ? (
        <ErrorPanel
          message={TEXT.loadFailed}
          reason={reasonOf(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <Skeleton className="h-16" />
      )}
    </SettingsSection>
  );
}

function SessionList({ sessions }: { sessions: AccountSession[] }) {
  const { endSession, endOtherSessions } = useAccountCalls();
  const { pending, run } = usePending();
  const attempt = (work: () => Promise<string>) =>
    run(() =>
      work().then(
        (done) => void toast.success(done),
        (error: unknown) => void reportFailure(error, TEXT.endFailed),
      ),
    );
  return (
    <div className="grid justify-items-start gap-3">
      <ul className="w-full divide-y divide-line rounded-card border border-line bg-surface">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-2 py-2 pr-2 pl-4">
            <SessionText session={session} />
            {!session.current && (
              <Button
                variant="ghost"
                size="sm"
                disabled={pending}
                aria-label={TEXT.endLabel(session.device)}
                onClick={() =>
                  void attempt(async () => {
                    await endSession(session.id);
                    return TEXT.ended;
                  })
                }
              >
                {TEXT.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button
          variant="secondary"
          disabled={pending}
          onClick={() => void attempt(async () => TEXT.endedOthers(await endOtherSessions()))}
        >
          {TEXT.endOthers}
        </Button>
      ) : (
        <p className="text-text-2">{TEXT.only}</p>
      )}
    </div>
  );
}

const SessionText = ({ session }: { session: AccountSession }) => (
  <div className="min-w-0 flex-1 wrap-anywhere">
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="text-strong">{session.device}</span>
      {session.current && (
        <span className="rounded-badge bg-ok-bg px-1.5 text-small font-medium text-ok-fg">
          {TEXT.current}
        </span>
      )}
    </p>
    <p className="text-small text-text-2">
      <span className="num">{session.ipAddress}</span>
      {' · '}
      {TEXT.lastUsed} <Moment iso={session.lastUsedAt} />
    </p>
  </div>
);
