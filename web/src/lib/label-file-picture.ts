import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchLabel } from './label-file.ts';
import { shownFormatOf, type WithFormats } from './label-formats.ts';

/** A loaded label, as an object URL. */
export interface ShownLabel {
  url: string;
  format: 'png' | 'pdf';
}

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

/** Loads the purchased label. */
export function useLabelPicture(shipmentId: string, label: WithFormats) {
  const format = shownFormatOf(label);
  const { data, isError, refetch } = useQuery({
    queryKey: ['label-picture', shipmentId, format],
    queryFn: ({ signal }) => fetchLabel(shipmentId, format, { media: 'screen' }, signal),
    staleTime: 'static',
  });
  const url = useObjectUrl(data);
  const file: ShownLabel | null = url === null ? null : { url, format };
  return { file, isError, refetch };
}
