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
 * Says what is in the way, as long as it is. The region is always there, because one that arrives together with its text is not
 * announced.
 */
export function StatusBar() {
  const online = useOnline();
  const mode = useStore(serverMode);
  // Without a network there is nothing to say about the server.
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
