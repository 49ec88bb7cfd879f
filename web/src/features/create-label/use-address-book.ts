import { ProfileAnswerSchema, SavedAddressesAnswerSchema } from '@lading/contract/profile.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { type AddressValues, formatPhone, stateFor } from '../../ui/address-form/address-values.ts';

/** Fails silently: every field can still be typed. */
export const useSavedAddresses = () =>
  useQuery({
    queryKey: ['saved-addresses'],
    queryFn: ({ signal }) => apiRequest(SavedAddressesAnswerSchema, API.savedAddresses, { signal }),
  }).data?.addresses ?? NONE;

const NONE: readonly never[] = [];

/** The sender from the profile, without the parts it lacks. */
export function useDefaultSender(): Partial<AddressValues> | null {
  const { data } = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => apiRequest(ProfileAnswerSchema, API.profile, { signal }),
  });
  return useMemo(() => {
    if (!data) return null;
    const { fullName, email, phone, default_address: place } = data.data;
    return {
      fullName,
      // The profile has none, and the company of another sender must not stay.
      company: '',
      email,
      ...(phone && { phone: formatPhone(phone) }),
      ...(place && {
        address: place.address,
        address2: place.suite,
        city: place.city,
        state: stateFor(place.country, place.state),
        zipCode: place.zipCode,
        country: place.country,
      }),
    };
  }, [data]);
}
