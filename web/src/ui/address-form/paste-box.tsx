import { type ClipboardEvent, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { controlClass, Field } from '../field.tsx';
import { COPY } from './copy.ts';

interface PasteBoxProps {
  readOnly: boolean;
  onText: (text: string) => void;
  onClose: () => void;
}

/** A box to paste into, because a page needs permission to read the clipboard. */
export function PasteBox({ readOnly, onText, onClose }: PasteBoxProps) {
  const [text, setText] = useState('');
  const id = useId();
  const handlePaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (readOnly || text.trim() !== '' || pasted.trim() === '') return;
    event.preventDefault();
    onText(pasted);
  };
  return (
    <div className="rounded-card border border-line bg-surface-2 p-4">
      <Field label={COPY.pasteLabel} hint={COPY.pasteHint}>
        {(control) => (
          <textarea
            {...control}
            name={`paste-${id}`}
            rows={4}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the user opened the box to type into it.
            autoFocus
            readOnly={readOnly}
            value={text}
            className={controlClass}
            onPaste={handlePaste}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" disabled={readOnly || text.trim() === ''} onClick={() => onText(text)}>
          Fill in fields
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
