import type { ShipmentDocument } from '@lading/contract/shipments.ts';
import { Download } from 'lucide-react';
import { downloadLabel, rememberedPaper } from '../../lib/label-file.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { documentText } from '../../ui/declaration/documents.tsx';
import { Icon } from '../../ui/icon.tsx';
import { reportError } from '../../ui/report-error.ts';
import { COPY } from './copy.ts';

interface CustomsDocumentsProps {
  shipment: { shipmentId: string; trackingNumber: string | null };
  documents: readonly ShipmentDocument[];
}

/** Each download is audited. */
export function CustomsDocuments({ shipment, documents }: CustomsDocumentsProps) {
  const { shipmentId: id, trackingNumber } = shipment;
  const { pending, run } = usePending();
  const download = (content: 'documents' | 'all') =>
    run(async () => {
      try {
        await downloadLabel({ id, trackingNumber }, 'pdf', rememberedPaper(), content);
      } catch (error) {
        reportError(error, COPY.downloadFailed);
      }
    });
  return (
    <div className="grid justify-items-start gap-3">
      <ul>
        {documents.map((document) => (
          <li key={document.kind}>{documentText(document)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" loading={pending} onClick={() => void download('documents')}>
          <Icon of={Download} className="size-4" />
          Download documents
        </Button>
        <Button variant="secondary" size="sm" disabled={pending} onClick={() => void download('all')}>
          Download label and documents
        </Button>
      </div>
    </div>
  );
}
