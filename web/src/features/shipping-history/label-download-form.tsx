import type { LabelFormat, PdfContents, ShipmentDocument } from '@lading/contract/shipments.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { LABEL_PAPERS, rememberedPaper, rememberPaper } from '../../lib/label-file.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { DocumentNote, PDF_CHOICES } from '../../ui/declaration/documents.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';

const NAMES: Record<LabelFormat, string> = {
  pdf: 'PDF (print)',
  png: 'PNG (image)',
  zpl: 'ZPL (label printer)',
};

const DOWNLOAD_TEXTS: Record<PdfContents, string> = {
  label: 'Download label',
  documents: 'Download documents',
  all: 'Download label and documents',
};

interface LabelDownloadFormProps {
  formats: readonly LabelFormat[];
  documents: readonly ShipmentDocument[];
  onDownload: (format: LabelFormat, content: PdfContents) => Promise<void>;
}

export function LabelDownloadForm({ formats, documents, onDownload }: LabelDownloadFormProps) {
  const [format, setFormat] = useState<LabelFormat>('pdf');
  const [paper, setPaper] = useState(rememberedPaper);
  const [chosen, setContent] = useState<PdfContents>('all');
  const { pending, run } = usePending();
  const hasChoice = format === 'pdf' && documents.length > 0;
  const content = hasChoice ? chosen : 'label';
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2">
      {formats.length > 1 && (
        <Select
          label="Format"
          name="format"
          value={format}
          options={formats.map((value) => ({ value, label: NAMES[value] }))}
          onChange={setFormat}
        />
      )}
      {format === 'pdf' && (
        <Select
          label="Paper"
          name="paper"
          value={paper}
          options={LABEL_PAPERS}
          onChange={(chosen) => {
            setPaper(chosen);
            rememberPaper(chosen);
          }}
        />
      )}
      {hasChoice && (
        <div className="grid gap-1.5 sm:col-span-2">
          <Select
            label="Include"
            name="content"
            value={content}
            options={PDF_CHOICES}
            onChange={setContent}
          />
          <DocumentNote documents={documents} />
        </div>
      )}
      <Button
        className="sm:col-span-2"
        loading={pending}
        onClick={() => void run(() => onDownload(format, content))}
      >
        <Icon of={Download} className="size-4" />
        {DOWNLOAD_TEXTS[content]}
      </Button>
    </div>
  );
}
