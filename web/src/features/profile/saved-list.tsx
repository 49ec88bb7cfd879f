import type { UseQueryResult } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { COPY } from './copy.ts';

interface SavedListProps<T extends { id: string }> {
  items: UseQueryResult<T[]>;
  /** The singular, such as “address”. */
  noun: string;
  nameOf: (item: T) => string;
  describe: (item: T) => ReactNode;
  onAdd: () => void;
  onEdit: (item: T) => void;
  remove: (id: string) => Promise<void>;
  /** Resolves to false if the user decides against it. */
  restore: (item: T) => Promise<boolean>;
}

/** Deleting needs no confirmation, because it can be undone. */
export function SavedList<T extends { id: string }>(props: SavedListProps<T>) {
  const { items, noun, nameOf, describe, onAdd, onEdit } = props;
  const [removed, setRemoved] = useState<T | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  // The pressed button disappears with its row, so the focus moves to Undo.
  useEffect(() => {
    if (removed) undoButton.current?.focus();
  }, [removed]);

  const attempt = (work: () => Promise<void>, failure: string) =>
    work().catch((error: unknown) => void reportFailure(error, failure));
  const remove = (item: T) =>
    attempt(async () => {
      await props.remove(item.id);
      setRemoved(item);
    }, COPY.deleteFailed(noun));
  const undo = (item: T) =>
    attempt(async () => {
      if (!(await props.restore(item))) return;
      const hadFocus = document.activeElement === undoButton.current;
      setRemoved((latest) => (latest === item ? null : latest));
      // The Undo button disappears, and the focus with it.
      if (hadFocus) addButton.current?.focus();
    }, COPY.restoreFailed(noun));

  if (items.isError && !items.data) {
    return (
      <ErrorPanel
        message={COPY.listFailed}
        reason={reasonOf(items.error)}
        onRetry={() => void items.refetch()}
      />
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      {items.data && items.data.length > 0 && (
        <ul className="w-full divide-y divide-line rounded-card border border-line bg-surface">
          {items.data.map((item) => (
            <li key={item.id} className="flex items-center gap-2 py-2 pr-2 pl-4">
              <div className="min-w-0 flex-1 wrap-anywhere">
                <p className="text-strong">{nameOf(item)}</p>
                <p className="num text-small text-text-2">{describe(item)}</p>
              </div>
              <IconButton label={`Edit ${nameOf(item)}`} onClick={() => onEdit(item)}>
                <Icon of={Pencil} />
              </IconButton>
              <DeleteButton name={nameOf(item)} onDelete={() => remove(item)} />
            </li>
          ))}
        </ul>
      )}
      {items.data?.length === 0 && !removed && <p className="text-text-2">{COPY.nothingSaved}</p>}
      {removed && (
        <p className="flex flex-wrap items-center gap-x-3">
          <span>Deleted {nameOf(removed)}.</span>
          <UndoButton key={removed.id} ref={undoButton} name={nameOf(removed)} onUndo={() => undo(removed)} />
        </p>
      )}
      <Button ref={addButton} variant="secondary" onClick={onAdd}>
        <Icon of={Plus} className="size-4" />
        Add {noun}
      </Button>
    </div>
  );
}

/** Each button has its own state, so that other rows can be deleted before this one is done. */
function DeleteButton({ name, onDelete }: { name: string; onDelete: () => Promise<void> }) {
  const { run } = usePending();
  return (
    <IconButton label={`Delete ${name}`} onClick={() => void run(onDelete)}>
      <Icon of={Trash2} />
    </IconButton>
  );
}

interface UndoButtonProps {
  ref: Ref<HTMLButtonElement>;
  name: string;
  onUndo: () => Promise<void>;
}

function UndoButton({ ref, name, onUndo }: UndoButtonProps) {
  const { run } = usePending();
  return (
    <Button ref={ref} variant="ghost" size="sm" onClick={() => void run(onUndo)}>
      Undo<span className="sr-only"> deleting {name}</span>
    </Button>
  );
}
