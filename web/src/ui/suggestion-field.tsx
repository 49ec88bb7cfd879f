import { Autocomplete } from '@base-ui/react/autocomplete';
import { useRef, useState } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

export interface Suggestion {
  id: string;
  text: string;
  /** A second line in smaller type. */
  detail?: string;
}

interface SuggestionFieldProps<S extends Suggestion> extends Omit<TextFieldProps, 'type' | 'hideLabel'> {
  /** Matches for the current text, best first. */
  suggestions: readonly S[];
  onPick: (suggestion: S) => void;
}

/** A text field with suggestions that fill other fields. It accepts any text. */
export function SuggestionField<S extends Suggestion>(props: SuggestionFieldProps<S>) {
  const { label, hint, error, optional, required, className, inputRef, suggestions, ...rest } = props;
  const { value, onChange, onPick, onBlur, readOnly = false, disabled = false, ...input } = rest;
  const [wanted, setWanted] = useState(false);
  const [openedByArrow, setOpenedByArrow] = useState(false);
  /** The list opens inside the form, which is within a landmark. */
  const container = useRef<HTMLDivElement>(null);
  const open = wanted && suggestions.length > 0 && !readOnly && !disabled;

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
        <Autocomplete.Root
          items={suggestions}
          mode="none"
          highlightItemOnHover={false}
          // The arrow key that opens the list also highlights the first item; typing never highlights one.
          autoHighlight={openedByArrow && 'always'}
          onItemHighlighted={(item) => item && setOpenedByArrow(false)}
          readOnly={readOnly}
          disabled={disabled}
          value={value}
          onValueChange={(text, { reason }) => {
            // Escape and picking an item would also replace the text.
            if (reason === 'input-change') onChange(text);
          }}
          open={open}
          onOpenChange={(opens, { reason }) => {
            // An empty field still has suggestions: the whole address book.
            if (reason === 'input-clear') return;
            setWanted(opens);
            setOpenedByArrow(opens && reason === 'list-navigation');
          }}
        >
          <Autocomplete.Input
            {...control}
            {...input}
            ref={inputRef}
            className={controlClass}
            onBlur={() => {
              // The list closes on blur, but suggestions that arrive later would still open it.
              if (suggestions.length === 0) setWanted(false);
              onBlur?.();
            }}
          />
          <div ref={container} />
          {open && (
            <Autocomplete.Portal container={container}>
              <Autocomplete.Positioner sideOffset={4} className="z-50 w-(--anchor-width)">
                {/* Not Autocomplete.Popup, which hides the rest of the page and the field's label from screen readers. */}
                <div className="rounded-control bg-surface shadow-popover">
                  <Autocomplete.List
                    aria-label="Suggestions"
                    className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain p-1"
                  >
                    {(suggestion: S) => (
                      <SuggestionItem
                        key={suggestion.id}
                        suggestion={suggestion}
                        onPick={() => onPick(suggestion)}
                      />
                    )}
                  </Autocomplete.List>
                </div>
              </Autocomplete.Positioner>
            </Autocomplete.Portal>
          )}
        </Autocomplete.Root>
      )}
    </Field>
  );
}

function SuggestionItem({ suggestion, onPick }: { suggestion: Suggestion; onPick: () => void }) {
  return (
    <Autocomplete.Item
      value={suggestion}
      onClick={onPick}
      className={({ highlighted }) =>
        cx(
          'min-h-11 cursor-pointer rounded-badge px-2 py-1.5 hover:bg-surface-3 md:min-h-8',
          // The outline is visible only in forced-colors mode.
          highlighted &&
            'bg-primary-soft text-on-primary-soft outline-2 -outline-offset-2 outline-transparent',
        )
      }
      render={(item, { highlighted }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: `item` carries the option role.
        <div {...item} aria-selected={highlighted}>
          <span className="block wrap-anywhere">{suggestion.text}</span>
          {suggestion.detail && (
            <span className={cx('block text-small', !highlighted && 'text-text-2')}>{suggestion.detail}</span>
          )}
        </div>
      )}
    />
  );
}
