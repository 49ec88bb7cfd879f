import { type OwnPackage, packageSizeOf } from '@lading/contract/orders/packages.ts';
import { type SavedParcel, SavedParcelsAnswerSchema } from '@lading/contract/profile.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from './api-client.ts';
import { knownKind, PACKAGES_KEY, readPackages } from './packages.ts';

/** A package of the Packages page. It says nothing about the weight of a full parcel. */
function toParcel(own: OwnPackage): SavedParcel {
  const { type, lengthIn, widthIn, heightIn } = packageSizeOf({ ...own, kind: knownKind(own.kind) });
  return {
    id: own.id,
    nickname: own.name,
    type,
    length: lengthIn,
    width: widthIn,
    height: heightIn,
    weight: null,
  };
}

/** What the client saved in the profile, and then the packages of the Packages page: one list for every label. */
export function useSavedParcels({ refetchOnFocus = false } = {}) {
  const options = refetchOnFocus ? { refetchOnWindowFocus: 'always' as const } : {};
  const saved = useQuery({
    queryKey: ['saved-parcels'],
    queryFn: ({ signal }) => apiRequest(SavedParcelsAnswerSchema, API.savedParcels, { signal }),
    ...options,
  });
  const own = useQuery({
    queryKey: [PACKAGES_KEY],
    queryFn: ({ signal }) => readPackages(signal),
    ...options,
  });
  return {
    parcels: [...(saved.data?.parcels ?? []), ...(own.data?.packages ?? []).map(toParcel)],
    isPending: saved.isPending || own.isPending,
    isError: saved.isError || own.isError,
    retry: () => {
      for (const query of [saved, own]) if (query.isError) void query.refetch();
    },
  };
}
