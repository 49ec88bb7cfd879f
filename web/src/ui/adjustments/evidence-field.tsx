import { X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '../button.tsx';
import { DropZone } from '../drop-zone.tsx';
import { FieldError } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { ACCEPTED_EVIDENCE, addFiles, sizeText } from './check-evidence.ts';
import { COPY } from './copy.ts';

interface ChosenFiles {
  files: readonly File[];
  problem: string | null;
}

export const NO_FILES: ChosenFiles = { files: [], problem: null };

interface EvidenceFieldProps {
  value: ChosenFiles;
  onChange: (value: ChosenFiles) => void;
  /** How many files the dispute already has. */
  stored?: number;
  disabled: boolean;
}

export function EvidenceField({ value, onChange, stored = 0, disabled }: EvidenceFieldProps) {
  const problemId = useId();
  const { files, problem } = value;
  const remove = (removed: File) =>
    onChange({ files: files.filter((file) => file !== removed), problem: null });
  return (
    <div className="grid gap-2">
      <DropZone
        what={COPY.dispute.files}
        hint={COPY.dispute.filesHint}
        accept={ACCEPTED_EVIDENCE}
        multiple
        compact
        disabled={disabled}
        describedBy={problem === null ? undefined : problemId}
        onFiles={(added) => onChange(addFiles(files, added, stored))}
      />
      {problem !== null && <FieldError id={problemId}>{problem}</FieldError>}
      {files.length > 0 && (
        <ul className="divide-y divide-line">
          {files.map((file) => (
            <li key={`${file.name} ${file.size}`} className="flex items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                {file.name} <span className="num text-small text-text-2">{sizeText(file.size)}</span>
              </span>
              <IconButton
                label={COPY.dispute.remove(file.name)}
                disabled={disabled}
                onClick={() => remove(file)}
              >
                <Icon of={X} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
