import { type KeyboardEvent, useEffect, useRef } from 'react';

export type EditEnd = 'stay' | 'down' | 'up' | 'left' | 'right';

interface CellEditorProps {
  label: string;
  value: string;
  /** True when the first key replaced the old value; the caret then follows it. */
  replaced: boolean;
  invalid: boolean;
  maxLength: number;
  onCommit: (value: string, end: EditEnd) => void;
  onCancel: () => void;
}

/** Uncontrolled, so that typing does not redraw the grid. */
export function CellEditor(props: CellEditorProps) {
  const { label, value, replaced, invalid, maxLength, onCommit, onCancel } = props;
  const input = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    ended.current = false;
    input.current?.focus();
    if (!replaced) input.current?.select();
  }, [replaced]);

  const commit = (end: EditEnd) => {
    if (ended.current) return;
    ended.current = true;
    onCommit(input.current?.value ?? value, end);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      ended.current = true;
      onCancel();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      commit(event.shiftKey ? 'up' : 'down');
    } else if (event.key === 'Tab') {
      event.preventDefault();
      commit(event.shiftKey ? 'left' : 'right');
    }
  };
  return (
    <input
      ref={input}
      aria-label={label}
      aria-invalid={invalid || undefined}
      defaultValue={value}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      className="absolute inset-0 z-20 w-full bg-surface px-2 text-small text-text outline-2 -outline-offset-2 outline-focus"
      onKeyDown={onKeyDown}
      onBlur={() => commit('stay')}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
      onCopy={(event) => event.stopPropagation()}
    />
  );
}
