import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { FileUp } from 'lucide-react';
import { type DragEvent, type Ref, useEffect, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { ACCEPTED } from './accept-file.ts';
import { formatCount, megabytes } from './file-problem.ts';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  disabled: boolean;
  /** Says why the last file was not taken. */
  describedBy: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}

const holdsFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false;

/** A file that misses the zone would replace the page. */
function useHarmlessDrops() {
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

/** The whole area is the label of a file input, which lies over it unseen: click, keys and drops need nothing else. */
export function DropZone({ onFiles, disabled, describedBy, inputRef }: DropZoneProps) {
  const [over, setOver] = useState(false);
  useHarmlessDrops();
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
      <FileUp aria-hidden="true" strokeWidth={1.5} className="size-10 text-text-3" />
      {over ? (
        <span className="text-h3">Drop to upload</span>
      ) : (
        <span className="text-h3">
          Drop a .csv file here, or <span className={disabled ? undefined : 'link'}>choose a file</span>
        </span>
      )}
      <span className={cx('text-small', over ? 'text-on-primary-soft' : 'text-text-2')}>
        Up to {formatCount(BULK_LIMITS.rows)} rows and {megabytes(BULK_LIMITS.fileBytes)}. Shopify, Etsy,
        eBay, Amazon and WooCommerce exports work too.
      </span>
      <input
        ref={inputRef}
        type="file"
        name="file"
        accept={ACCEPTED}
        disabled={disabled}
        aria-describedby={describedBy}
        // Browsers open the chooser with the space bar; Enter is not the same everywhere.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.click();
        }}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again after it was mended.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
    </label>
  );
}
