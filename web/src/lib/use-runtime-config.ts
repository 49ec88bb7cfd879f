import { useQuery } from '@tanstack/react-query';
import { loadRuntimeConfig } from './runtime-config.ts';

export const useRuntimeConfigQuery = () =>
  useQuery({
    queryKey: ['runtime-config'],
    queryFn: loadRuntimeConfig,
    staleTime: 'static',
  });

export const useRuntimeConfig = () => useRuntimeConfigQuery().data;
