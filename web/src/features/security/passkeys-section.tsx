import type { FactorAddedAnswer, Passkey, SecondFactorsAnswer } from '@lading/contract/second-factor.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { passkeysWorkHere } from '../../lib/passkeys.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { COPY } from './copy.ts';
import { PasskeyNameDialog, RemovePasskeyDialog } from './passkey-dialogs.tsx';

interface PasskeysSectionProps {
  passkeys: readonly Passkey[];
  passkeyOrigin: SecondFactorsAnswer['passkeyOrigin'];
  isOnlyFactor: boolean;
  canRemove: boolean;
  onAdded: (answer: FactorAddedAnswer) => void;
  onRemoved: () => void;
}

type Layer = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** Why this browser cannot add a passkey here, or null. */
export function obstacle(passkeyOrigin: string | null): string | null {
  if (passkeyOrigin === null) return COPY.passkeys.noDomain;
  if (passkeyOrigin !== window.location.origin) return COPY.passkeys.otherAddress(passkeyOrigin);
  return passkeysWorkHere(passkeyOrigin) ? null : COPY.passkeys.noSupport;
}

export function PasskeysSection(props: PasskeysSectionProps) {
  const { passkeys, passkeyOrigin, isOnlyFactor, canRemove, onAdded, onRemoved } = props;
  const [layer, setLayer] = useState<Layer | null>(null);
  const close = () => setLayer(null);
  const problem = obstacle(passkeyOrigin);
  return (
    <SettingsSection title={COPY.passkeys.title} hint={COPY.passkeys.hint}>
      <div className="grid justify-items-start gap-3">
        {passkeys.length > 0 && (
          <ul className="w-full divide-y divide-line rounded-card border border-line bg-surface">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                canRemove={canRemove}
                onOpen={(kind) => setLayer({ kind, passkey })}
              />
            ))}
          </ul>
        )}
        {passkeys.length === 0 && problem === null && <p className="text-text-2">{COPY.passkeys.none}</p>}
        {problem === null ? (
          <Button variant="secondary" onClick={() => setLayer({ kind: 'add' })}>
            <Icon of={Plus} className="size-4" />
            {COPY.passkeys.add}
          </Button>
        ) : (
          <InlineAlert tone="info">{problem}</InlineAlert>
        )}
      </div>
      {layer?.kind === 'add' && <PasskeyNameDialog onAdded={onAdded} onClose={close} />}
      {layer?.kind === 'rename' && <PasskeyNameDialog passkey={layer.passkey} onClose={close} />}
      {layer?.kind === 'remove' && (
        <RemovePasskeyDialog
          passkey={layer.passkey}
          isOnlyFactor={isOnlyFactor}
          onRemoved={onRemoved}
          onClose={close}
        />
      )}
    </SettingsSection>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  canRemove: boolean;
  onOpen: (kind: 'rename' | 'remove') => void;
}

function PasskeyRow({ passkey, canRemove, onOpen }: PasskeyRowProps) {
  return (
    <li className="flex items-center gap-2 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="text-strong">{passkey.name}</p>
        <p className="text-small text-text-2">
          Added <Moment iso={passkey.createdAt} />
          {' · '}
          {passkey.lastUsedAt ? (
            <>
              Last used <Moment iso={passkey.lastUsedAt} />
            </>
          ) : (
            COPY.passkeys.neverUsed
          )}
          {passkey.synced && ' · Synced'}
        </p>
      </div>
      <IconButton label={`Rename ${passkey.name}`} onClick={() => onOpen('rename')}>
        <Icon of={Pencil} />
      </IconButton>
      {canRemove && (
        <IconButton label={`Remove ${passkey.name}`} onClick={() => onOpen('remove')}>
          <Icon of={Trash2} />
        </IconButton>
      )}
    </li>
  );
}
