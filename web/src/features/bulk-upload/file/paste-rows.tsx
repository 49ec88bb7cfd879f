import { ClipboardPaste } from 'lucide-react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { controlClass, Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { COPY } from '../copy.ts';

/** More than one cell or line. */
const looksLikeRows = (text: string) => /[\t\n\r,;|]/.test(text.trim());

const TYPING = 'input:not([type=file]), textarea, select, [contenteditable=true], [role=dialog]';

/** Handles paste anywhere on the page except in a field. */
export function usePastedRows(
  enabled: boolean,
  onText: (text: string) => void,
  onFiles: (files: File[]) => void,
) {
  const latest = useRef({ onText, onFiles });
  useEffect(() => {
    latest.current = { onText, onFiles };
  });
  useEffect(() => {
    if (!enabled) return;
    const paste = (event: globalThis.ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (looksLikeRows(text)) latest.current.onText(text);
      else if (files.length > 0) latest.current.onFiles(files);
      else return;
      event.preventDefault();
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [enabled]);
}

interface PasteRowsProps {
  onText: (text: string) => void;
  disabled: boolean;
}

/** A text box to paste into. Reading the clipboard from a button would need a permission. */
export function PasteRows({ onText, disabled }: PasteRowsProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const take = (rows: string) => {
    setOpen(false);
    setText('');
    onText(rows);
  };
  const cancel = () => {
    setOpen(false);
    // The button is not mounted yet.
    setTimeout(() => opener.current?.focus());
  };
  const handlePaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text.trim() !== '' || !looksLikeRows(pasted)) return;
    event.preventDefault();
    take(pasted);
  };
  if (!open)
    return (
      <Button ref={opener} variant="secondary" disabled={disabled} onClick={() => setOpen(true)}>
        <Icon of={ClipboardPaste} className="size-4" />
        Paste rows
      </Button>
    );
  return (
    <div className="rounded-card border border-line bg-surface-2 p-4">
      <Field label="Rows from a spreadsheet" hint={COPY.file.pasteFieldHint}>
        {(control) => (
          <textarea
            {...control}
            name="rows"
            rows={5}
            autoComplete="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the user opened the box to paste into it.
            autoFocus
            value={text}
            className={controlClass}
            onPaste={handlePaste}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" disabled={text.trim() === ''} onClick={() => take(text)}>
          Use these rows
        </Button>
        <Button size="sm" variant="ghost" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
