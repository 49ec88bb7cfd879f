import { useId } from 'react';
import { cx } from './cx.ts';

interface SegmentedProps<V extends string> {
  legend: string;
  /** Null if none is selected. */
  value: V | null;
  onChange: (value: V) => void;
  options: readonly { value: V; label: string }[];
  className?: string;
}

/** Built on native radio buttons, which bring arrow keys, forms and screen reader support. */
export function Segmented<V extends string>({
  legend,
  value,
  onChange,
  options,
  className,
}: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset className={cx('needs-script min-w-0', className)}>
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap rounded-control border border-control bg-surface p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex min-h-11 flex-1 items-center justify-center rounded-badge px-3 text-small font-medium whitespace-nowrap text-text-2 transition-colors duration-140 hover:text-text has-checked:bg-text has-checked:text-canvas has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus md:min-h-7 forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-badge outline-none"
            />
            <span className="relative">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
