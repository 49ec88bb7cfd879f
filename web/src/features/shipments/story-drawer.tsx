import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { ShipmentStory } from './shipment-story.tsx';
import { useShipmentStory } from './use-shipments.ts';

export function StoryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  // While the drawer leaves, it still shows what it showed.
  const [shownId, setShownId] = useState(id);
  if (id !== '' && id !== shownId) setShownId(id);
  return (
    <Drawer open={id !== ''} onOpenChange={(open) => !open && onClose()} title="Shipment" side="right">
      <DrawerBody key={shownId} id={shownId} />
    </Drawer>
  );
}

function DrawerBody({ id }: { id: string }) {
  const story = useShipmentStory(id);
  const waiting = useDelayedFlag(story.isPending);
  if (story.data) return <ShipmentStory story={story.data} />;
  if (story.isError) {
    return (
      <ErrorPanel
        message="This shipment could not be loaded."
        reason={reasonOf(story.error)}
        onRetry={() => void story.refetch()}
      />
    );
  }
  return (
    <div className="rule-heavy grid gap-4 pt-4">
      {waiting && (
        <>
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-9 w-72 max-w-full" />
          <Skeleton className="h-80 w-full" />
        </>
      )}
    </div>
  );
}
