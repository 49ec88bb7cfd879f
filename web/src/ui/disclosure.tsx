import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  title: string;
  /** Beside the title while closed. */
  summary?: string;
  /** Opens it, such as for an error inside. The user can then close it only when this is false again. */
  forced?: boolean;
  children: ReactNode;
}

/** Optional fields that expand below their title. */
export function Disclosure({ title, summary, forced = false, children }: DisclosureProps) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const open = wanted || forced;
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setWanted(!open)}
        className="flex min-h-11 max-w-full items-center gap-1.5 text-left hover:underline md:min-h-9"
      >
        <Icon
          of={ChevronRight}
          className={cx('size-4 shrink-0 transition-transform duration-140', open && 'rotate-90')}
        />
        <span className="text-strong">{title}</span>
        {summary && !open && <span className="min-w-0 text-small text-text-2">{summary}</span>}
      </button>
      <div id={id} hidden={!open} className="mt-3">
        {open && children}
      </div>
    </div>
  );
}
