import { Download, Plus, Upload } from 'lucide-react';
import { downloadProducts } from '../../lib/products.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

export function ProductsHeader({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const { pending, run } = usePending();
  const download = () =>
    run(async () => {
      try {
        await downloadProducts();
        toast.success(COPY.exported);
      } catch (error) {
        reportError(error, COPY.exportFailed);
      }
    });
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="max-w-prose">
        <h1 className="text-h1">{COPY.title}</h1>
        <p className="mt-1 text-text-2">{COPY.intro}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onAdd}>
          <Icon of={Plus} className="size-4" />
          {COPY.add}
        </Button>
        <Button variant="secondary" onClick={onImport}>
          <Icon of={Upload} className="size-4" />
          {COPY.import.open}
        </Button>
        <Button variant="secondary" loading={pending} onClick={() => void download()}>
          {!pending && <Icon of={Download} className="size-4" />}
          Export CSV
        </Button>
      </div>
    </div>
  );
}
