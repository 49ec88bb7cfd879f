import type { StoredCard } from '@lading/contract/balance.ts';
import { cardName } from '@lading/contract/card-name.ts';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { makeDefault, removeCard, useCards, useReload } from './balance-calls.ts';
import { COPY } from './copy.ts';
import { SectionFailure } from './section-failure.tsx';

export function CardsSection() {
  const cards = useCards();
  const reload = useReload();
  const [removing, setRemoving] = useState<StoredCard | null>(null);
  return (
    <SettingsSection title={COPY.cards.title} hint={COPY.cards.hint}>
      {cards.data ? (
        cards.data.cards.length === 0 ? (
          <p className="text-text-2">{COPY.cards.none}</p>
        ) : (
          <ul className="divide-y divide-line">
            {cards.data.cards.map((card) => (
              <Card key={card.id} card={card} onRemove={() => setRemoving(card)} />
            ))}
          </ul>
        )
      ) : cards.isError ? (
        <SectionFailure query={cards} />
      ) : (
        <Skeleton className="h-14" />
      )}
      {removing && (
        <ConfirmDialog
          title={COPY.cards.removeTitle}
          confirmLabel={COPY.cards.remove}
          destructive
          who={<span className="font-semibold text-text">{cardName(removing)}</span>}
          act={async () => {
            await removeCard(removing.id);
            await reload();
          }}
          done={COPY.cards.removed}
          onClose={() => setRemoving(null)}
        >
          {removing.isDefault ? COPY.cards.removeDefaultText : COPY.cards.removeText}
        </ConfirmDialog>
      )}
    </SettingsSection>
  );
}

const isNoted = (status: string): status is keyof typeof COPY.cards.states =>
  Object.hasOwn(COPY.cards.states, status);

function Card({ card, onRemove }: { card: StoredCard; onRemove: () => void }) {
  const { pending, run } = usePending();
  const reload = useReload();
  const chooseDefault = () =>
    run(async () => {
      try {
        await makeDefault(card.id);
        await reload();
      } catch (error) {
        reportFailure(error, COPY.failed);
      }
    });
  const expiry = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {cardName(card)}
          {card.isDefault && (
            <StatusBadge tone="info" icon={CircleCheck}>
              {COPY.cards.default}
            </StatusBadge>
          )}
          {isNoted(card.status) && (
            <StatusBadge tone="warn" icon={CircleAlert}>
              {COPY.cards.states[card.status]}
            </StatusBadge>
          )}
        </p>
        <p className="text-small text-text-2">{COPY.cards.expires(expiry)}</p>
      </div>
      {!card.isDefault && (
        <Button variant="ghost" size="sm" disabled={pending} onClick={() => void chooseDefault()}>
          {COPY.cards.makeDefault}
          <span className="sr-only">: {cardName(card)}</span>
        </Button>
      )}
      <Button variant="ghost" size="sm" disabled={pending} onClick={onRemove}>
        {COPY.cards.remove}
        <span className="sr-only">: {cardName(card)}</span>
      </Button>
    </li>
  );
}
