import { X } from 'lucide-react';
import { Icon } from './icon.tsx';

interface FilterChipsProps {
  chips: readonly { key: string; text: string }[];
  onRemove: (key: string) => void;
}

/** Filters without a field, set by links from other pages. Clicking a chip removes its filter. */
export function FilterChips({ chips, onRemove }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {chips.map(({ key, text }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => onRemove(key)}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-control border border-line-strong bg-primary-soft px-2.5 text-small font-medium text-on-primary-soft hover:border-control md:min-h-8"
          >
            <span className="num text-left wrap-anywhere">{text}</span>
            <Icon of={X} className="size-4 shrink-0" />
            <span className="sr-only"> (remove this filter)</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
