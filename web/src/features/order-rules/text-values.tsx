import { Chips } from '../../ui/choice-list.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import { type ConditionDraft, splitValues } from './rule-draft.ts';

interface TextValuesProps {
  label: string;
  name: string;
  error: string | undefined;
  condition: ConditionDraft;
  onChange: (condition: ConditionDraft) => void;
}

/** Typed values. Enter turns the text into chips. Text that was not turned into a chip also counts. */
export function TextValues({ label, name, error, condition, onChange }: TextValuesProps) {
  const { field, values, text } = condition;
  const take = () => {
    const added = splitValues(text);
    if (added.length > 0) onChange({ ...condition, values: [...new Set([...values, ...added])], text: '' });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only catches Enter from the field inside.
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        if (!(event.target instanceof HTMLInputElement) || text.trim() === '') return;
        event.preventDefault();
        take();
      }}
    >
      <TextField
        label={label}
        hideLabel
        name={name}
        error={error}
        autoComplete="off"
        spellCheck={false}
        hint={field === 'region' ? `${COPY.valuesHint} ${COPY.regionHint}` : COPY.valuesHint}
        value={text}
        onChange={(changed) => onChange({ ...condition, text: changed })}
      />
      <Chips
        label={label}
        chips={values.map((value) => ({ id: value, name: value }))}
        disabled={false}
        onRemove={(removed) =>
          onChange({ ...condition, values: values.filter((value) => value !== removed) })
        }
      />
    </div>
  );
}
