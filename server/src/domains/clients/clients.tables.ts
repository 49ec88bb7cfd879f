import type { DefaultAddress, SavedAddressBody, SavedParcelBody } from '@lading/contract/profile.ts';
import type { Immutable, Json } from '../../platform/db/column-types.ts';

export interface ClientsTables {
  client_profiles: { user_id: Immutable<string>; default_address: Json<DefaultAddress>; updated_at: Date };
  erasures: { user_id: Immutable<string>; erased_at: Immutable<Date> };
  client_notes: SavedItem & { author_id: Immutable<string>; text: Immutable<string> };
  saved_addresses: SavedItem & { address: Json<SavedAddressBody> };
  saved_parcels: SavedItem & { parcel: Json<SavedParcelBody> };
}

interface SavedItem {
  id: Immutable<string>;
  user_id: Immutable<string>;
  created_at: Immutable<Date>;
}
