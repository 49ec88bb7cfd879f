import { LoadedDrawer } from '../../ui/loaded-drawer.tsx';
import { ShipmentStory } from './shipment-story.tsx';
import { useShipmentStory } from './use-shipments.ts';

export function StoryDrawer(props: { id: string; onClose: () => void }) {
  return (
    <LoadedDrawer
      {...props}
      title="Shipment"
      loadFailed="This shipment could not be loaded."
      useLoaded={useShipmentStory}
    >
      {(story) => <ShipmentStory story={story} />}
    </LoadedDrawer>
  );
}
