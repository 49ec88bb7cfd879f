import { useState } from 'react';
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
  chosen: readonly Named[];
  disabled: boolean;
  error: string | undefined;
  onChange: (chosen: Named[]) => void;
}

/** Finds clients by name or email address. */
export function ClientPicker({ label, chosen, disabled, error, onChange }: ClientPickerProps) {
  const [text, setText] = useState('');
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
        onChange={setText}
        suggestions={suggestions}
        onPick={(client) => {
          onChange([...chosen, { id: client.id, name: client.text }]);
          setText('');
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
