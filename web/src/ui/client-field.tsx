import { useState } from 'react';
import { useClientSearch } from '../lib/use-client-search.ts';
import { SuggestionField } from './suggestion-field.tsx';

export interface NamedClient {
  id: string;
  name: string;
}

interface ClientFieldProps {
  label: string;
  chosen: NamedClient | null;
  onChange: (client: NamedClient | null) => void;
  placeholder?: string;
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  className?: string;
}

/** One client, found by name or email address. Editing the name of a chosen client starts a new search. */
export function ClientField({ chosen, onChange, ...field }: ClientFieldProps) {
  const [text, setText] = useState('');
  const found = useClientSearch(chosen ? '' : text);
  return (
    <SuggestionField
      {...field}
      name="client"
      value={chosen?.name ?? text}
      onChange={(next) => {
        setText(next);
        if (chosen) onChange(null);
      }}
      suggestions={
        chosen
          ? []
          : found.map(({ userId, fullName, email }) => ({ id: userId, text: fullName, detail: email }))
      }
      onPick={(client) => {
        setText('');
        onChange({ id: client.id, name: client.text });
      }}
      autoComplete="off"
    />
  );
}
