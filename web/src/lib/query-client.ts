import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Retries only failures that may be temporary. */
const shouldRetry = (failures: number, error: unknown) =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: 1000,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Offline calls must fail with a message instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
