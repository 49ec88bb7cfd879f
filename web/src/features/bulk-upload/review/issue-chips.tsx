import { formatCount } from '@lading/contract/format-count.ts';
import { CircleAlert, Copy, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { filterText, type ReviewFilter, type ReviewSummary } from './review-summary.ts';

/** Shown at first. A file with more kinds of problems usually has a few common and many rare ones. */
const SHOWN = 8;

interface IssueChipsProps {
  summary: Pick<ReviewSummary, 'groups' | 'duplicates'>;
  filter: ReviewFilter;
  onFilter: (filter: ReviewFilter) => void;
}

/** One filter per kind of problem, most frequent first. Pressing an active filter removes it. */
export function IssueChips({ summary: { groups, duplicates }, filter, onFilter }: IssueChipsProps) {
  const [all, setAll] = useState(false);
  if (groups.length === 0 && duplicates.length === 0) return null;
  const chips = all || groups.length <= SHOWN + 1 ? groups : groups.slice(0, SHOWN);
  const chosen = filterText(filter);
  const toggle = (next: ReviewFilter, off: ReviewFilter) =>
    onFilter(filterText(next) === chosen ? off : next);
  return (
    <ul
      aria-label="Problems"
      className="flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap"
    >
      {chips.map(({ key, label, numbers }) => (
        <Chip
          key={key}
          icon={CircleAlert}
          tone="text-bad-fg"
          label={label}
          count={numbers.length}
          pressed={chosen === key}
          onPress={() => toggle({ kind: 'problem', key }, { kind: 'fixing' })}
        />
      ))}
      {chips.length < groups.length && (
        <li>
          <button
            type="button"
            className="link inline-flex min-h-11 items-center px-1 text-small whitespace-nowrap md:min-h-8"
            onClick={() => setAll(true)}
          >
            Show {groups.length - chips.length} more
          </button>
        </li>
      )}
      {duplicates.length > 0 && (
        <Chip
          icon={Copy}
          tone="text-warn-fg"
          label="Possible duplicates"
          count={duplicates.length}
          pressed={chosen === 'duplicates'}
          onPress={() => toggle({ kind: 'duplicates' }, { kind: 'all' })}
        />
      )}
    </ul>
  );
}

interface ChipProps {
  icon: LucideIcon;
  tone: string;
  label: string;
  count: number;
  pressed: boolean;
  onPress: () => void;
}

function Chip({ icon, tone, label, count, pressed, onPress }: ChipProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={pressed}
        className={cx(
          'inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-control border px-2.5 text-small font-medium transition-colors duration-140 md:min-h-8',
          pressed
            ? 'border-text bg-text text-canvas'
            : 'border-control bg-surface text-text hover:bg-surface-2',
        )}
        onClick={onPress}
      >
        <Icon of={icon} className={cx('size-4 shrink-0', !pressed && tone)} />
        <span>
          {label} · <span className="num">{formatCount(count)}</span>
        </span>
      </button>
    </li>
  );
}
