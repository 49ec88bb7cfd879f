import { ZipAnswerSchema } from '@lading/contract/places.ts';
import { API } from '@lading/contract/routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { type AddressValues, isUsZip, withZip } from './address-values.ts';
import { COPY } from './copy.ts';

/** Fills in city and state when the user types a ZIP code, and returns a message about it. */
export function useZipFill(values: AddressValues, onFill: (values: AddressValues) => void) {
  const queryClient = useQueryClient();
  const [message, setMessage] = useState('');
  const latest = useRef({ values, onFill });
  useEffect(() => {
    latest.current = { values, onFill };
  });

  /** Called only while the user types, so that loaded addresses trigger no lookup. */
  const zipTyped = async (next: AddressValues) => {
    setMessage('');
    if (!isUsZip(next) || (next.city !== '' && next.state !== '')) return;
    const zip = next.zipCode.trim();
    try {
      const place = await queryClient.fetchQuery({
        queryKey: ['zip', zip],
        queryFn: () => apiRequest(ZipAnswerSchema, `${API.zip}/${zip}`, { query: { country: 'US' } }),
        staleTime: 'static',
        retry: false,
      });
      const now = latest.current.values;
      if (now.zipCode.trim() !== zip || now.country !== 'US') return;
      const filled = withZip(now, place);
      if (filled.city === now.city && filled.state === now.state) return;
      latest.current.onFill(filled);
      setMessage(COPY.filledFromZip(filled.city, filled.state));
    } catch {
      // Ignored: address verification reports an unknown ZIP code later.
    }
  };
  return { message, zipTyped };
}
