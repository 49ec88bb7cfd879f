import type { DefaultAddress, SavedAddressBody, SavedParcelBody } from '@lading/contract/profile.ts';
import type { Immutable, Json } from '../../platform/db/column-types.ts';

export interface ClientsTables {
  client_profiles: { user_id: Immutable<string>; default_address: Json<DefaultAddress>; updated_at: Date };
  saved_addresses: SavedItem & { address: Json<SavedAddressBody> };
  saved_parcels: SavedItem & { parcel: Json<SavedParcelBody> };
}

interface SavedItem {
  id: Immutable<string>;
  user_id: Immutable<string>;
  created_at: Immutable<Date>;
}
