import {
  type SavedAddress,
  SavedAddressAnswerSchema,
  type SavedAddressBody,
  SavedAddressesAnswerSchema,
  type SavedParcel,
  SavedParcelAnswerSchema,
  type SavedParcelBody,
  SavedParcelsAnswerSchema,
} from '@lading/contract/profile.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiRequest } from '../../lib/api-client.ts';
import { PACKAGES_KEY } from '../../lib/packages.ts';

/** A list of saved items and the calls that change it. */
interface Collection<T extends { id: string }, Body> {
  name: string;
  /** Another list that has the same items. */
  partOf?: string;
  load: (signal: AbortSignal) => Promise<T[]>;
  add: (body: Body) => Promise<T>;
  change: (id: string, body: Body) => Promise<T>;
  remove: (id: string) => Promise<unknown>;
}

export const SAVED_ADDRESSES: Collection<SavedAddress, SavedAddressBody> = {
  name: 'saved-addresses',
  load: async (signal) =>
    (await apiRequest(SavedAddressesAnswerSchema, API.savedAddresses, { signal })).addresses,
  add: async (body) =>
    (await apiRequest(SavedAddressAnswerSchema, API.savedAddresses, { method: 'POST', body })).address,
  change: async (id, body) =>
    (await apiRequest(SavedAddressAnswerSchema, path(API.savedAddress, { id }), { method: 'PUT', body }))
      .address,
  remove: (id) => apiRequest(z.unknown(), path(API.savedAddress, { id }), { method: 'DELETE' }),
};

export const SAVED_PARCELS: Collection<SavedParcel, SavedParcelBody> = {
  name: 'saved-parcels',
  partOf: PACKAGES_KEY,
  load: async (signal) => (await apiRequest(SavedParcelsAnswerSchema, API.savedParcels, { signal })).parcels,
  add: async (body) =>
    (await apiRequest(SavedParcelAnswerSchema, API.savedParcels, { method: 'POST', body })).parcel,
  change: async (id, body) =>
    (await apiRequest(SavedParcelAnswerSchema, path(API.savedParcel, { id }), { method: 'PUT', body }))
      .parcel,
  remove: (id) => apiRequest(z.unknown(), path(API.savedParcel, { id }), { method: 'DELETE' }),
};

/** The list, with calls that update it on screen. */
export function useCollection<T extends { id: string }, Body>(collection: Collection<T, Body>) {
  const client = useQueryClient();
  const key = [collection.name, 'list'];
  const items = useQuery({ queryKey: key, queryFn: ({ signal }) => collection.load(signal) });
  const apply = async (change: (items: T[]) => T[]) => {
    client.setQueryData<T[]>(key, (before) => before && change(before));
    // Other screens cache the same items in another shape.
    for (const name of [collection.name, collection.partOf])
      if (name) await client.invalidateQueries({ queryKey: [name], refetchType: 'none' });
  };
  return {
    items,
    add: async (body: Body) => {
      const added = await collection.add(body);
      await apply((before) => [added, ...before]);
    },
    change: async (id: string, body: Body) => {
      const changed = await collection.change(id, body);
      await apply((before) => before.map((item) => (item.id === id ? changed : item)));
    },
    remove: async (id: string) => {
      await collection.remove(id);
      await apply((before) => before.filter((item) => item.id !== id));
    },
  };
}
