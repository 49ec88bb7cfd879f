import { FileUp } from 'lucide-react';
import { type DragEvent, type Ref, useEffect, useState } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

interface DropZoneProps {
  /** What to drop, such as “a .csv file”. */
  what: string;
  hint: string;
  /** The `accept` attribute of the file input. */
  accept: string;
  multiple?: boolean;
  /** For dialogs. */
  compact?: boolean;
  onFiles: (files: File[]) => void;
  disabled: boolean;
  /** The element that explains why the last file was rejected. */
  describedBy: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

const holdsFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false;

/** Without this, a file dropped beside the zone would replace the page. */
function useIgnoredDrops() {
  useEffect(() => {
    const stop = (event: globalThis.DragEvent) => {
      if (holdsFiles(event)) event.preventDefault();
    };
    window.addEventListener('dragover', stop);
    window.addEventListener('drop', stop);
    return () => {
      window.removeEventListener('dragover', stop);
      window.removeEventListener('drop', stop);
    };
  }, []);
}

/** The whole area is the label of an invisible file input, so clicks and keys work natively. */
export function DropZone(props: DropZoneProps) {
  const { what, hint, accept, multiple = false, compact = false, onFiles, disabled } = props;
  const [over, setOver] = useState(false);
  const title = compact ? 'text-strong' : 'text-h3';
  useIgnoredDrops();
  const drop = (event: DragEvent) => {
    setOver(false);
    if (disabled || !holdsFiles(event)) return;
    event.preventDefault();
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <label
      onDragEnter={(event) => setOver(!disabled && holdsFiles(event))}
      onDragOver={(event) => holdsFiles(event) && event.preventDefault()}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
      className={cx(
        'relative flex flex-col items-center justify-center rounded-card px-4 text-center transition-colors duration-140',
        compact ? 'min-h-32 gap-1.5 py-3' : 'h-60 gap-3',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        over
          ? 'border-2 border-primary bg-primary-soft text-on-primary-soft'
          : 'border-2 border-dashed border-control bg-surface',
        disabled ? 'cursor-not-allowed text-text-3' : !over && 'hover:border-text-2 hover:bg-surface-2',
      )}
    >
      <Icon of={FileUp} strokeWidth={1.5} className={cx('text-text-3', compact ? 'size-7' : 'size-10')} />
      {over ? (
        <span className={title}>Drop to upload</span>
      ) : (
        <span className={title}>
          Drop {what} here, or{' '}
          <span className={disabled ? undefined : 'link'}>{multiple ? 'choose files' : 'choose a file'}</span>
        </span>
      )}
      <span className={cx('text-small', over ? 'text-on-primary-soft' : 'text-text-2')}>{hint}</span>
      <input
        ref={props.inputRef}
        type="file"
        name="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-describedby={props.describedBy}
        // Space opens the file chooser everywhere; Enter does not.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.click();
        }}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Allows choosing the same file again after fixing it.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
    </label>
  );
}
