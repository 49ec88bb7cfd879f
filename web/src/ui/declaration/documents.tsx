import { counted } from '@lading/contract/format-count.ts';
import type { PdfContents, ShipmentDocument } from '@lading/contract/shipments.ts';
import { documentName } from './names.ts';

export const PDF_CHOICES: readonly { value: PdfContents; label: string }[] = [
  { value: 'label', label: 'Label' },
  { value: 'documents', label: 'Documents' },
  { value: 'all', label: 'Label and documents' },
];

/** “Customs form (2 pages)” */
export const documentText = ({ kind, pages }: ShipmentDocument) =>
  `${documentName(kind)} (${counted(pages, 'page')})`;

export const DocumentNote = ({ documents }: { documents: readonly ShipmentDocument[] }) => (
  <p className="text-small text-text-2">Attach to the package: {documents.map(documentText).join(', ')}.</p>
);
