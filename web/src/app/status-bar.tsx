import { ServerOff, WifiOff } from 'lucide-react';
import { useStore } from '../lib/create-store.ts';
import { type ServerMode, serverMode } from '../lib/server-mode.ts';
import { useOnline } from '../lib/use-online.ts';
import { Icon } from '../ui/icon.tsx';

const OFFLINE = 'You are offline. Your work is saved on this device.';

const SENTENCES: Record<ServerMode, string | null> = {
  ready: null,
  'read-only': 'Lading can only be read at the moment. What you have typed stays here; this will pass.',
  away: 'Lading cannot answer at the moment. What you have typed stays here; this will pass.',
};

/**
 * Shows connection and server problems. Always rendered, because screen readers announce only changes inside
 * an existing region.
 */
export function StatusBar() {
  const online = useOnline();
  const mode = useStore(serverMode);
  // Offline, the state of the server is unknown.
  const text = online ? SENTENCES[mode] : OFFLINE;
  const icon = online ? ServerOff : WifiOff;
  return (
    <div role="status">
      {text !== null && (
        <p className="flex items-center justify-center gap-2 bg-warn-bg px-4 py-2 text-small font-medium text-warn-fg">
          <Icon of={icon} className="size-4 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
