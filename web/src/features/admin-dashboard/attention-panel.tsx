import type { AttentionAnswer } from '@lading/contract/attention.ts';
import { useRef, useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/may.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Panel, panelPadding } from '../../ui/charts/panel.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { reportError } from '../../ui/report-error.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { ATTENTION_COPY as COPY } from './attention-copy.ts';
import { AttentionGroup, type Snooze } from './attention-group.tsx';
import { useAttention, useSnoozes } from './use-attention.ts';

/** What needs a decision today. It has its own request, so the figures load without it. */
export function AttentionPanel() {
  const [all, setAll] = useState(false);
  const attention = useAttention(all);
  const waiting = useDelayedFlag(attention.isPending);
  const retry = () => void attention.refetch();
  const { data } = attention;
  return (
    <Panel title={COPY.title} aside={<SnoozedItems count={data?.snoozed ?? 0} />} className="mt-6">
      {data ? (
        <>
          {attention.isError && <StaleBar since={attention.dataUpdatedAt} onRetry={retry} />}
          <Groups data={data} all={all} busy={attention.isPlaceholderData} onAll={setAll} />
        </>
      ) : attention.isError ? (
        <div className={panelPadding}>
          <ErrorPanel message={COPY.loadFailed} reason={reasonOf(attention.error)} onRetry={retry} />
        </div>
      ) : (
        <div aria-hidden="true" className={`${panelPadding} grid h-20 content-start gap-3`}>
          {waiting && (
            <>
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-4 w-1/2" />
            </>
          )}
        </div>
      )}
    </Panel>
  );
}

interface GroupsProps {
  data: AttentionAnswer['data'];
  all: boolean;
  busy: boolean;
  onAll: (all: boolean) => void;
}

function Groups({ data, all, busy, onAll }: GroupsProps) {
  const { items, startDate, endDate } = data;
  const snooze = useSnooze();
  const list = useRef<HTMLDivElement>(null);
  const canShowMore = all || items.some(({ more }) => more > 0);
  if (items.length === 0) return <p className={`${panelPadding} text-text-2`}>{COPY.nothing}</p>;
  return (
    // Takes the focus when a snoozed row and its button are gone.
    <div ref={list} tabIndex={-1} className="grid gap-x-8 outline-none lg:grid-cols-2">
      {items.map((item) => (
        <AttentionGroup
          key={item.kind}
          item={item}
          range={{ startDate, endDate }}
          onSnooze={
            snooze &&
            (async (row) => {
              const pressed = document.activeElement;
              await snooze(row);
              // Another button may have been pressed in the meantime.
              if ([pressed, document.body].includes(document.activeElement)) list.current?.focus();
            })
          }
        />
      ))}
      {canShowMore && (
        <div className="px-4 pb-3 sm:px-5 lg:col-span-2">
          <Button variant="ghost" size="sm" loading={busy} onClick={() => onAll(!all)}>
            {all ? COPY.showLess : COPY.showAll}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Undefined for staff who may only read. */
function useSnooze(): Snooze | undefined {
  const may = useMay('attention.snooze');
  const { snooze } = useSnoozes();
  if (!may) return undefined;
  return async (body) => {
    try {
      await snooze(body);
      toast.success(COPY.snoozed);
    } catch (error) {
      reportError(error, COPY.snoozeFailed);
    }
  };
}

function SnoozedItems({ count }: { count: number }) {
  const may = useMay('attention.snooze');
  const { showSnoozed } = useSnoozes();
  const { pending, run } = usePending();
  if (count === 0 || !may) return null;
  const show = () =>
    run(async () => {
      try {
        await showSnoozed();
      } catch (error) {
        reportError(error, COPY.showSnoozedFailed);
      }
    });
  return (
    <Button variant="ghost" size="sm" loading={pending} onClick={() => void show()}>
      {COPY.showSnoozed(count)}
    </Button>
  );
}
