import { WifiOff } from 'lucide-react';
import { useOnline } from '../lib/use-online.ts';

/** The region is always there, because one that arrives together with its text is not announced. */
export function OfflineBar() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warn-bg px-4 py-2 text-small font-medium text-warn-fg">
          <WifiOff aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0" />
          You are offline. Your work is saved on this device.
        </p>
      )}
    </div>
  );
}
