import { tabStore } from '../../../lib/browser-storage.ts';

const keyOf = (batchId: string) => `lading.bulk-payment.${batchId}`;

/**
 * The payment whose outcome this tab is waiting for. It only has to survive a reload: the server knows every
 * payment of a batch and starts its labels even if this entry is lost.
 */
export const pendingPayment = {
  keep: (batchId: string, paymentIntentId: string) => tabStore.write(keyOf(batchId), paymentIntentId),
  read: (batchId: string) => tabStore.read(keyOf(batchId)),
  forget: (batchId: string) => tabStore.remove(keyOf(batchId)),
};
