import { X } from 'lucide-react';
import { Checkbox } from './checkbox.tsx';
import { Icon } from './icon.tsx';

interface ChoiceListProps<V extends string> {
  legend: string;
  name: string;
  options: readonly { value: V; label: string }[];
  chosen: readonly V[];
  disabled: boolean;
  error?: string | undefined;
  onChange: (chosen: V[]) => void;
}

/** Several of a few options. */
export function ChoiceList<V extends string>(props: ChoiceListProps<V>) {
  const { legend, name, options, chosen, disabled, error, onChange } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-strong">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            name={`${name}-${value}`}
            label={label}
            checked={chosen.includes(value)}
            disabled={disabled}
            onChange={(checked) =>
              // In the order of the options, so that the same choice is always saved the same way.
              onChange(
                options
                  .map((option) => option.value)
                  .filter((one) => (one === value ? checked : chosen.includes(one))),
              )
            }
          />
        ))}
      </div>
      {error && <p className="mt-1 text-small font-medium text-bad-fg">{error}</p>}
    </fieldset>
  );
}

interface ChipsProps {
  label: string;
  chips: readonly { id: string; name: string }[];
  disabled: boolean;
  onRemove: (id: string) => void;
}

/** Chosen values that can be removed. */
export function Chips({ label, chips, disabled, onRemove }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-2 flex flex-wrap gap-2">
      {chips.map(({ id, name }) => (
        <li
          key={id}
          className="inline-flex max-w-full items-center gap-1 rounded-badge bg-surface-3 pl-2 text-small wrap-anywhere"
        >
          {name}
          <button
            type="button"
            aria-label={`Remove ${name}`}
            disabled={disabled}
            onClick={() => onRemove(id)}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-badge text-text-2 hover:text-text md:size-7"
          >
            <Icon of={X} className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}
