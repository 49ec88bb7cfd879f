import { type RefundAnswer, RefundAnswerSchema, type RefundBody } from '@lading/contract/admin-shipments.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { newRequestKey } from '../../lib/request-key.ts';
import { reloadShipment } from './use-shipments.ts';

const UNSENT = { text: '', key: '' };

/** True if the server definitely rejected the refund. The next attempt is then a new request with a new key. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status > 0 && error.status < 500;

/** Retries after a timeout reuse the idempotency key, so the refund happens only once. */
export function useRefund(id: string) {
  const client = useQueryClient();
  const sent = useRef(UNSENT);
  return async (body: RefundBody): Promise<RefundAnswer> => {
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: newRequestKey() };
    try {
      const idempotencyKey = sent.current.key;
      return await apiRequest(RefundAnswerSchema, path(API.adminRefund, { id }), {
        area: 'admin',
        method: 'POST',
        body,
        idempotencyKey,
      });
    } catch (error) {
      if (isRefusal(error)) sent.current = UNSENT;
      throw error;
    } finally {
      // Also after an error: the refundable amount may be smaller than the screen shows.
      reloadShipment(client, id);
    }
  };
}
