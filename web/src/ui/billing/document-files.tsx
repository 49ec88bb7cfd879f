import { BILLING_FORMATS, type BillingFormat, hasCsv } from '@lading/contract/billing.ts';
import { API, path } from '@lading/contract/routes.ts';
import { Download } from 'lucide-react';
import { downloadDocument } from '../../lib/download-file.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { reportFailure } from '../report-error.ts';
import { COPY } from './copy.ts';

export type BillingArea = 'general' | 'admin';

const FILE = { general: API.billingDocumentFile, admin: API.adminBillingDocumentFile } as const;

interface DocumentFilesProps {
  area: BillingArea;
  id: string;
  kind: string;
  number: string;
}

/** Downloads a document in each of its formats. */
export const DocumentFiles = ({ kind, ...document }: DocumentFilesProps) => (
  <div className="-my-1 flex flex-wrap gap-2">
    {BILLING_FORMATS.filter((format) => format === 'pdf' || hasCsv(kind)).map((format) => (
      <FileButton key={format} format={format} {...document} />
    ))}
  </div>
);

function FileButton({
  area,
  id,
  number,
  format,
}: Omit<DocumentFilesProps, 'kind'> & { format: BillingFormat }) {
  const { pending, run } = usePending();
  const save = () =>
    run(async () => {
      try {
        await downloadDocument(path(FILE[area], { id }), { format }, area);
      } catch (error) {
        reportFailure(error, COPY.downloadFailed);
      }
    });
  return (
    <Button variant="secondary" size="sm" loading={pending} onClick={() => void save()}>
      {!pending && <Icon of={Download} className="size-4" />}
      {format.toUpperCase()}
      <span className="sr-only">of {number}</span>
    </Button>
  );
}
