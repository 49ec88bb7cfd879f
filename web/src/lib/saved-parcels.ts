import { type OwnPackage, packageSizeOf } from '@lading/contract/orders/packages.ts';
import { type SavedParcel, SavedParcelsAnswerSchema } from '@lading/contract/profile.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from './api-client.ts';
import { knownKind, PACKAGES_KEY, readPackages } from './packages.ts';

/** A package from the Packages page. It has no weight for a packed parcel. */
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

/** The packages saved in the profile, followed by those from the Packages page. */
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
