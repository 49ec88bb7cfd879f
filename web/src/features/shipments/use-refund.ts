import { type RefundAnswer, RefundAnswerSchema, type RefundBody } from '@lading/contract/admin-shipments.ts';
import { API } from '@lading/contract/routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { newRequestKey } from '../../lib/request-key.ts';
import { reloadShipment } from './use-shipments.ts';

const UNSENT = { text: '', key: '' };

/** The server has said no, so that the next try is a new wish. */
const isAnswered = (error: unknown) => error instanceof ApiError && error.status > 0 && error.status < 500;

/** Tried again after silence, the same refund has the same key: money goes back once. */
export function useRefund(id: string) {
  const client = useQueryClient();
  const sent = useRef(UNSENT);
  return async (body: RefundBody): Promise<RefundAnswer> => {
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: newRequestKey() };
    try {
      const path = API.adminRefund.replace(':id', id);
      const idempotencyKey = sent.current.key;
      return await apiRequest(RefundAnswerSchema, path, {
        area: 'admin',
        method: 'POST',
        body,
        idempotencyKey,
      });
    } catch (error) {
      if (isAnswered(error)) sent.current = UNSENT;
      throw error;
    } finally {
      // Also after a refusal: what is left may be less than the screen says.
      reloadShipment(client, id);
    }
  };
}
