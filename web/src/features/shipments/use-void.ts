import { VoidLabelAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { reloadShipment } from './use-shipments.ts';

export function useVoid(id: string) {
  const client = useQueryClient();
  return async () => {
    try {
      return await apiRequest(VoidLabelAnswerSchema, path(API.adminVoid, { id }), {
        area: 'admin',
        method: 'POST',
      });
    } finally {
      // Also after an error: the carrier may have scanned the package.
      reloadShipment(client, id);
    }
  };
}
