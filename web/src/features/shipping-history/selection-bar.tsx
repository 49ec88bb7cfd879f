import { Download } from 'lucide-react';
import { counted } from '../../lib/format-count.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

interface SelectionBarProps {
  count: number;
  onDownload: () => Promise<void>;
  onClear: () => void;
}

export function SelectionBar({ count, onDownload, onClear }: SelectionBarProps) {
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
      <Button size="sm" className="max-sm:w-full" loading={pending} onClick={() => void run(onDownload)}>
        <Icon of={Download} className="size-4" />
        Download selected labels (PDF)
      </Button>
    </section>
  );
}
