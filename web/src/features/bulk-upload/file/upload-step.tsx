import { bulkTemplate, internationalTemplate } from '@lading/contract/bulk/template.ts';
import { BULK_TEMPLATE_FILE, INTERNATIONAL_TEMPLATE_FILE } from '@lading/contract/constants.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { BULK } from '@lading/contract/messages.ts';
import { Download } from 'lucide-react';
import { type ReactElement, useId, useRef } from 'react';
import { saveFile } from '../../../lib/download-file.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { COPY } from '../copy.ts';
import { ACCEPTED } from './accept-file.ts';
import { AskPanel } from './ask-panel.tsx';
import { ColumnReference } from './column-reference.tsx';
import { PasteRows, usePastedRows } from './paste-rows.tsx';
import type { PreparedUpload } from './prepared-upload.ts';
import { useToday } from './use-fill-sources.ts';
import { useUpload } from './use-upload.ts';

interface UploadStepProps {
  onReady: (upload: PreparedUpload) => void;
  /** True while the rows of the last file are uploading. */
  busy: boolean;
}

/** Takes a file or pasted rows and maps their columns. */
export function UploadStep(props: UploadStepProps): ReactElement | null {
  const session = useSession();
  if (session.status !== 'confirmed') return null;
  return <Upload key={session.user.id} userId={session.user.id} {...props} />;
}

function Upload({ userId, onReady, busy }: UploadStepProps & { userId: string }) {
  const { phase, choose, paste, confirm, cancel } = useUpload(userId, onReady);
  const today = useToday();
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  const free = phase.at === 'choosing' && !busy;
  usePastedRows(free, paste, choose);

  if (phase.at === 'asking')
    return (
      <AskPanel
        question={phase.question}
        onAnswer={(answer) => confirm(phase.question, answer)}
        onCancel={() => {
          cancel();
          // The drop zone is not mounted yet.
          setTimeout(() => input.current?.focus());
        }}
      />
    );

  const download = (text: string, name: string) => {
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
    toast.success(BULK.templateDownloaded);
  };
  const problem = phase.at === 'choosing' ? phase.problem : null;
  return (
    <div className="grid gap-6">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid gap-3">
          {phase.at === 'reading' ? (
            <Progress fileName={phase.fileName} rows={phase.rows} onCancel={cancel} />
          ) : (
            <DropZone
              what="a .csv file"
              hint={COPY.file.dropHint}
              accept={ACCEPTED}
              inputRef={input}
              onFiles={choose}
              disabled={!free}
              describedBy={problem === null ? undefined : problemId}
            />
          )}
          {problem !== null && (
            <InlineAlert tone="bad" id={problemId}>
              {problem}
            </InlineAlert>
          )}
        </div>
        <div className="grid content-start gap-4">
          <p className="text-text-2">{COPY.file.templateHint}</p>
          <Button variant="secondary" onClick={() => download(bulkTemplate(today), BULK_TEMPLATE_FILE)}>
            <Icon of={Download} className="size-4" />
            Download CSV template
          </Button>
          <Button
            variant="ghost"
            onClick={() => download(internationalTemplate(today), INTERNATIONAL_TEMPLATE_FILE)}
          >
            <Icon of={Download} className="size-4" />
            International example
          </Button>
          <PasteRows onText={paste} disabled={!free} />
          <p className="text-small text-text-2">{COPY.file.pasteHint}</p>
        </div>
      </div>
      <ColumnReference today={today} />
    </div>
  );
}

interface ProgressProps {
  fileName: string;
  rows: number;
  onCancel: () => void;
}

/** Announces only the start: a screen reader would read out every change of the counter. */
function Progress({ fileName, rows, onCancel }: ProgressProps) {
  return (
    <div className="flex h-60 flex-col items-center justify-center gap-3 rounded-card border border-line bg-surface px-4 text-center">
      <Spinner className="size-8 text-primary" />
      <p role="status" className="text-h3 [overflow-wrap:anywhere]">
        Reading {fileName}…
      </p>
      <p className="num text-text-2">{formatCount(rows)} rows</p>
      <Button variant="secondary" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
