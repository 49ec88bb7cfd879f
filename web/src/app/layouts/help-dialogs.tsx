import { PAGES } from '@lading/contract/routes.ts';
import { Keyboard } from 'lucide-react';
import { setShortcutsEnabled, useRegisteredShortcuts, useShortcutsEnabled } from '../../lib/shortcuts.ts';
import { useRuntimeConfig } from '../../lib/use-runtime-config.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Keys } from '../../ui/keys.tsx';
import { COPY } from '../copy.ts';

export type HelpLayer = 'help' | 'shortcuts' | null;

interface HelpDialogsProps {
  layer: HelpLayer;
  onLayer: (layer: HelpLayer) => void;
}

export function HelpDialogs({ layer, onLayer }: HelpDialogsProps) {
  const close = (open: boolean) => {
    if (!open) onLayer(null);
  };
  return (
    <>
      <Dialog open={layer === 'help'} onOpenChange={close} title="Help" size="sm">
        <Help onShortcuts={() => onLayer('shortcuts')} />
      </Dialog>
      <Dialog open={layer === 'shortcuts'} onOpenChange={close} title="Keyboard shortcuts" size="sm">
        <ShortcutSheet />
      </Dialog>
    </>
  );
}

function Help({ onShortcuts }: { onShortcuts: () => void }) {
  const supportEmail = useRuntimeConfig()?.supportEmail;
  return (
    <div className="grid gap-4 text-lead">
      {supportEmail ? (
        <p>
          {COPY.contact}{' '}
          <a href={`mailto:${supportEmail}`} className="link break-all">
            {supportEmail}
          </a>
          . {COPY.contactHint}
        </p>
      ) : (
        <p>{COPY.contactOperator}</p>
      )}
      <p>
        <a href={PAGES.terms} className="link">
          Terms of Service
        </a>
        {' · '}
        <a href={PAGES.privacy} className="link">
          Privacy Policy
        </a>
      </p>
      <Button variant="secondary" className="justify-self-start" onClick={onShortcuts}>
        <Icon of={Keyboard} className="size-4" />
        Keyboard shortcuts
      </Button>
    </div>
  );
}

function ShortcutSheet() {
  const shortcuts = useRegisteredShortcuts();
  const enabled = useShortcutsEnabled();
  return (
    <div className="grid gap-5">
      <dl className="rule-heavy">
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className="flex items-center justify-between gap-4 border-b border-line py-1.5">
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-small text-text-2">
          {enabled ? COPY.shortcutsOn : COPY.shortcutsOff}
        </p>
        <Button variant="secondary" onClick={() => setShortcutsEnabled(!enabled)}>
          {enabled ? 'Turn shortcuts off' : 'Turn shortcuts on'}
        </Button>
      </div>
    </div>
  );
}
