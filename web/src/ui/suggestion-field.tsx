import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

export interface Suggestion {
  id: string;
  /** The line to choose. */
  text: string;
  /** A quieter second line. */
  detail?: string;
}

export interface SuggestionFieldProps<S extends Suggestion> extends Omit<TextFieldProps, 'type'> {
  /** What fits the present text, best first. While there is nothing it is a plain text field. */
  suggestions: readonly S[];
  onPick: (suggestion: S) => void;
}

/**
 * A text field that offers, and never insists: any text may stay. Down opens the list and moves through it, Enter takes the marked
 * line, Escape closes the list and keeps the text, Tab leaves everything as it is.
 */
export function SuggestionField<S extends Suggestion>(props: SuggestionFieldProps<S>) {
  const { label, hint, error, optional, required, className, inputRef, suggestions, ...rest } = props;
  const { onChange, onPick, onBlur, ...input } = rest;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  const [markedId, setMarkedId] = useState<string | null>(null);

  const open = wanted && suggestions.length > 0 && !input.readOnly && !input.disabled;
  const marked = open ? suggestions.findIndex(({ id }) => id === markedId) : -1;
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    if (marked >= 0) list.current?.children[marked]?.scrollIntoView({ block: 'nearest' });
  }, [marked]);

  const close = () => {
    setWanted(false);
    setMarkedId(null);
  };
  const pick = (suggestion: S) => {
    close();
    onPick(suggestion);
  };
  /** One place before the first and after the last: the text itself. */
  const move = (step: 1 | -1) => {
    setWanted(true);
    const places = suggestions.length + 1;
    setMarkedId(suggestions[((marked + 1 + step + places) % places) - 1]?.id ?? null);
  };

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const chosen = suggestions[marked];
    if (event.key === 'ArrowDown' && event.altKey) setWanted(true);
    else if (event.key === 'ArrowUp' && event.altKey) close();
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && chosen) pick(chosen);
    else if (event.key === 'Escape' && open) {
      // Only the list: a dialog around the field stays.
      event.stopPropagation();
      close();
    } else return;
    event.preventDefault();
  };

  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      required={required}
      className={className}
    >
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            ref={inputRef}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-activedescendant={marked >= 0 ? optionId(marked) : undefined}
            className={controlClass}
            onKeyDown={handleKey}
            onChange={(event) => {
              setWanted(true);
              setMarkedId(null);
              onChange(event.target.value);
            }}
            onBlur={() => {
              close();
              onBlur?.();
            }}
          />
          {open && (
            <div
              ref={list}
              id={listId}
              role="listbox"
              aria-label="Suggestions"
              className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto overscroll-contain rounded-control bg-surface p-1 shadow-popover"
            >
              {suggestions.map((suggestion, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the marked line.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
                <div
                  key={suggestion.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === marked}
                  className={cx(
                    'min-h-11 cursor-pointer rounded-badge px-2 py-1.5 hover:bg-surface-3 md:min-h-8',
                    // The outline is seen only where the system replaces all colours.
                    index === marked &&
                      'bg-primary-soft text-on-primary-soft outline-2 -outline-offset-2 outline-transparent',
                  )}
                  // A press would take the focus, and with it the list, away before the click.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => pick(suggestion)}
                >
                  <span className="block wrap-anywhere">{suggestion.text}</span>
                  {suggestion.detail && (
                    <span className={cx('block text-small', index !== marked && 'text-text-2')}>
                      {suggestion.detail}
                    </span>
                  )}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
