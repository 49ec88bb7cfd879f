import { Download } from 'lucide-react';
import { ApiError } from '../lib/api-error.ts';
import { downloadExport } from '../lib/download-file.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button } from './button.tsx';
import { toast } from './toast/toast.ts';

export interface ExportButtonProps {
  label: string;
  path: string;
  query: Record<string, string>;
  exported: string;
  failed: string;
}

export function ExportButton({ label, path, query, exported, failed }: ExportButtonProps) {
  const { pending, run } = usePending();
  const save = async () => {
    try {
      await downloadExport(path, { format: 'csv', ...query });
      toast.success(exported);
    } catch (error) {
      complain(error, failed);
    }
  };
  return (
    <Button variant="secondary" loading={pending} onClick={() => void run(save)}>
      {!pending && <Download aria-hidden="true" strokeWidth={1.75} className="size-4" />}
      {label}
    </Button>
  );
}

/** A lost session has its own sentence; one export at a time is a rule that a person can follow only when told. */
function complain(error: unknown, failed: string) {
  const status = error instanceof ApiError ? error.status : null;
  if (status === 401) return;
  console.error(error);
  toast.error(error instanceof ApiError && status === 429 ? error.message : failed);
}
