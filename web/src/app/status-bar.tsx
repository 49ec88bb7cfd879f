import { ServerOff, WifiOff } from 'lucide-react';
import { useStore } from '../lib/create-store.ts';
import { type ServerMode, serverMode } from '../lib/server-mode.ts';
import { useOnline } from '../lib/use-online.ts';
import { Icon } from '../ui/icon.tsx';
import { COPY } from './copy.ts';

const MESSAGES: Record<ServerMode, string | null> = {
  ready: null,
  'read-only': COPY.readOnly,
  unavailable: COPY.unavailable,
};

/**
 * Shows connection and server problems. Always rendered, because screen readers announce only changes inside
 * an existing region.
 */
export function StatusBar() {
  const online = useOnline();
  const mode = useStore(serverMode);
  // Offline, the state of the server is unknown.
  const text = online ? MESSAGES[mode] : COPY.offline;
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
