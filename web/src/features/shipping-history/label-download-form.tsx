import type { LabelFormat } from '@lading/contract/shipments.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { LABEL_PAPERS, rememberedPaper, rememberPaper } from '../../lib/label-file.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';

const NAMES: Record<LabelFormat, string> = {
  pdf: 'PDF (print)',
  png: 'PNG (image)',
  zpl: 'ZPL (label printer)',
};

interface LabelDownloadFormProps {
  formats: readonly LabelFormat[];
  onDownload: (format: LabelFormat) => Promise<void>;
}

export function LabelDownloadForm({ formats, onDownload }: LabelDownloadFormProps) {
  const [format, setFormat] = useState<LabelFormat>('pdf');
  const [paper, setPaper] = useState(rememberedPaper);
  const { pending, run } = usePending();
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
      <Button className="sm:col-span-2" loading={pending} onClick={() => void run(() => onDownload(format))}>
        <Icon of={Download} className="size-4" />
        Download label
      </Button>
    </div>
  );
}
