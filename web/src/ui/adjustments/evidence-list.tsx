import type { Evidence } from '@lading/contract/adjustments.ts';
import { Download } from 'lucide-react';
import { downloadEvidence } from '../../lib/download-file.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { reportError } from '../report-error.ts';
import { sizeText } from './check-evidence.ts';
import { COPY } from './copy.ts';

interface EvidenceListProps {
  evidence: readonly Evidence[];
  pathOf: (fileId: string) => string;
  area: 'general' | 'admin';
}

export function EvidenceList({ evidence, pathOf, area }: EvidenceListProps) {
  const { pending, run } = usePending();
  const save = ({ id, fileName }: Evidence) =>
    run(async () => {
      try {
        await downloadEvidence(pathOf(id), fileName, area);
      } catch (error) {
        reportError(error, COPY.downloadFailed);
      }
    });
  if (evidence.length === 0) return <p className="text-text-2">{COPY.view.noEvidence}</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {evidence.map((file) => (
        <li key={file.id} className="flex items-center justify-between gap-3 py-1.5">
          <span className="min-w-0 wrap-anywhere">
            {file.fileName} <span className="num text-small text-text-2">{sizeText(file.bytes)}</span>
          </span>
          <Button variant="ghost" size="sm" disabled={pending} onClick={() => void save(file)}>
            <Icon of={Download} className="size-4" />
            <span className="sr-only">{COPY.download(file.fileName)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
