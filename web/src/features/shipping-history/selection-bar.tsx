import { counted } from '@lading/contract/format-count.ts';
import type { PdfContents } from '@lading/contract/shipments.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { PDF_CHOICES } from '../../ui/declaration/documents.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';

interface SelectionBarProps {
  count: number;
  /** True if a selected parcel may have customs documents. */
  mayHaveDocuments: boolean;
  onDownload: (content: PdfContents) => Promise<void>;
  onClear: () => void;
}

export function SelectionBar({ count, mayHaveDocuments, onDownload, onClear }: SelectionBarProps) {
  const [chosen, setContent] = useState<PdfContents>('all');
  const content = mayHaveDocuments ? chosen : 'label';
  const { pending, run } = usePending();
  if (count === 0) return null;
  return (
    <section
      aria-label="Selected shipments"
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t-2 border-text bg-surface px-4 py-3 md:mx-0 md:rounded-b-card"
    >
      <p className="num mr-auto text-strong">{counted(count, 'label')} selected</p>
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear selection
      </Button>
      {mayHaveDocuments && (
        <Select
          label="Include"
          hideLabel
          name="content"
          value={content}
          options={PDF_CHOICES}
          onChange={setContent}
          className="max-sm:w-full"
        />
      )}
      <Button
        size="sm"
        className="max-sm:w-full"
        loading={pending}
        onClick={() => void run(() => onDownload(content))}
      >
        <Icon of={Download} className="size-4" />
        Download selected labels (PDF)
      </Button>
    </section>
  );
}
