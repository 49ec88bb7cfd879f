import { FileUp } from 'lucide-react';
import { type DragEvent, type Ref, useEffect, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { COPY } from '../copy.ts';
import { ACCEPTED } from './accept-file.ts';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  disabled: boolean;
  /** The element that explains why the last file was rejected. */
  describedBy: string | undefined;
  inputRef: Ref<HTMLInputElement>;
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
export function DropZone({ onFiles, disabled, describedBy, inputRef }: DropZoneProps) {
  const [over, setOver] = useState(false);
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
        'relative flex h-60 flex-col items-center justify-center gap-3 rounded-card px-4 text-center transition-colors duration-140',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        over
          ? 'border-2 border-primary bg-primary-soft text-on-primary-soft'
          : 'border-2 border-dashed border-control bg-surface',
        disabled ? 'cursor-not-allowed text-text-3' : !over && 'hover:border-text-2 hover:bg-surface-2',
      )}
    >
      <Icon of={FileUp} strokeWidth={1.5} className="size-10 text-text-3" />
      {over ? (
        <span className="text-h3">Drop to upload</span>
      ) : (
        <span className="text-h3">
          Drop a .csv file here, or <span className={disabled ? undefined : 'link'}>choose a file</span>
        </span>
      )}
      <span className={cx('text-small', over ? 'text-on-primary-soft' : 'text-text-2')}>
        {COPY.file.dropHint}
      </span>
      <input
        ref={inputRef}
        type="file"
        name="file"
        accept={ACCEPTED}
        disabled={disabled}
        aria-describedby={describedBy}
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
