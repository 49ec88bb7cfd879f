import { queryOptions, useQuery } from '@tanstack/react-query';

export const loadCustomsForm = async () => (await import('./customs-form.ts')).customsForm;

/** Cached, so that the fields appear together with their step once they are loaded. */
export const customsFormQuery = queryOptions({
  queryKey: ['customs-form'],
  queryFn: loadCustomsForm,
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export const useCustomsForm = (wanted: boolean) => useQuery({ ...customsFormQuery, enabled: wanted });
