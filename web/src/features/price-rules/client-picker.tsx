import type { Problems } from '../../lib/form-problems.ts';
import { useClientSearch } from '../../lib/use-client-search.ts';
import { Chips } from '../../ui/choice-list.tsx';
import { SuggestionField } from '../../ui/suggestion-field.tsx';
import { COPY } from './copy.ts';

interface Named {
  id: string;
  name: string;
}

interface ClientPickerProps {
  label: string;
  /** What is typed and not chosen yet. */
  text: string;
  onText: (text: string) => void;
  chosen: readonly Named[];
  disabled: boolean;
  error: string | undefined;
  onChange: (chosen: Named[]) => void;
}

/** Refuses to save while a client is typed and not chosen: without the client, a rule would apply to all of them. */
export const unchosenClient = (text: string): { errors: Problems } | null =>
  text.trim() === '' ? null : { errors: { clients: COPY.clientNotChosen } };

/** Finds clients by name or email address. */
export function ClientPicker({ label, text, onText, chosen, disabled, error, onChange }: ClientPickerProps) {
  const found = useClientSearch(text);
  const suggestions = found
    .filter(({ userId }) => chosen.every(({ id }) => id !== userId))
    .map(({ userId, fullName, email }) => ({ id: userId, text: fullName, detail: email }));
  return (
    <div>
      <SuggestionField
        label={label}
        name="clientSearch"
        value={text}
        onChange={onText}
        suggestions={suggestions}
        onPick={(client) => {
          onChange([...chosen, { id: client.id, name: client.text }]);
          onText('');
        }}
        hint={COPY.clientsHint}
        error={error}
        disabled={disabled}
        autoComplete="off"
        optional
      />
      <Chips
        label={label}
        chips={chosen}
        disabled={disabled}
        onRemove={(id) => onChange(chosen.filter((client) => client.id !== id))}
      />
    </div>
  );
}
