import type { Batch } from '@lading/contract/bulk.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shouldAnnounce } from './announcements.ts';

interface ProgressStripProps {
  /** The accessible name of the bar, such as “Rates”. */
  name: string;
  work: NonNullable<Batch['work']>;
  /** Visible text; may change with every row. */
  children: ReactNode;
  /** Announced to screen readers at intervals. */
  spoken: string;
  actions?: ReactNode;
}

export function ProgressStrip({ name, work, children, spoken, actions }: ProgressStripProps) {
  const { done, total } = work;
  const percent = total === 0 ? 100 : (done * 100) / total;
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="num min-w-0">{children}</div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={`${done} of ${total}`}
        className="mt-3 h-1.5 overflow-hidden rounded-full bg-surface-3 forced-colors:border"
      >
        <div
          className="h-full bg-primary transition-[width] duration-200 forced-colors:bg-[Highlight]"
          style={{ width: `${percent}%` }}
        />
      </div>
      <Spoken text={spoken} done={done} />
    </div>
  );
}

/** A live region that announces progress at intervals instead of for every row. */
function Spoken({ text, done }: { text: string; done: number }) {
  const [shown, setShown] = useState('');
  const said = useRef({ at: 0, done: 0 });
  const latest = useRef({ text, done });
  useEffect(() => {
    latest.current = { text, done };
  });
  useEffect(() => {
    said.current = { at: Date.now(), done: latest.current.done };
    const timer = setInterval(() => {
      const now = Date.now();
      if (!shouldAnnounce(said.current, latest.current.done, now)) return;
      said.current = { at: now, done: latest.current.done };
      setShown(latest.current.text);
    }, 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="status" className="sr-only">
      {shown}
    </p>
  );
}
