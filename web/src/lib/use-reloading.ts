import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Reloads the data after a change, even after an error, because someone else may have made a change first. */
export function useReloading(queryKey: QueryKey) {
  const client = useQueryClient();
  return async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await client.invalidateQueries({ queryKey });
    }
  };
}
