import { Download } from 'lucide-react';
import { ApiError } from '../lib/api-error.ts';
import { downloadExport } from '../lib/download-file.ts';
import { useMay } from '../lib/may.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { reportError } from './report-error.ts';
import { toast } from './toast/toast.ts';

interface ExportButtonProps {
  label: string;
  path: string;
  query: Record<string, string>;
  exported: string;
  failed: string;
}

/** Hidden from roles that may not export. */
export function ExportButton({ label, path, query, exported, failed }: ExportButtonProps) {
  const mayExport = useMay('exports.read');
  const { pending, run } = usePending();
  const save = async () => {
    try {
      await downloadExport(path, { format: 'csv', ...query });
      toast.success(exported);
    } catch (error) {
      if (reportError(error, failed) && isLimited(error)) toast.info(error.message);
    }
  };
  if (!mayExport) return null;
  return (
    <Button variant="secondary" loading={pending} onClick={() => void run(save)}>
      {!pending && <Icon of={Download} className="size-4" />}
      {label}
    </Button>
  );
}

/** The server allows one export at a time and says so with status 429. */
const isLimited = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429;
