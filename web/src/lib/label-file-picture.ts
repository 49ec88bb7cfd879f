import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchLabel } from './label-file.ts';

function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}

/** The label as it was bought, as something that an image can show. */
export function useLabelPicture(shipmentId: string) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['label-picture', shipmentId],
    queryFn: ({ signal }) => fetchLabel(shipmentId, 'png', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { url: useObjectUrl(data), isError, refetch };
}
