import { LoadedDrawer } from '../../ui/loaded-drawer.tsx';
import { COPY } from './copy.ts';
import { ShipmentStory } from './shipment-story.tsx';
import { useShipmentStory } from './use-shipments.ts';

export function StoryDrawer(props: { id: string; onClose: () => void }) {
  return (
    <LoadedDrawer {...props} title="Shipment" loadFailed={COPY.loadOneFailed} useLoaded={useShipmentStory}>
      {(story) => <ShipmentStory story={story} />}
    </LoadedDrawer>
  );
}
