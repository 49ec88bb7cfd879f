const keyOf = (batchId: string) => `lading.bulk-payment.${batchId}`;

/**
 * The payment whose answer this tab is waiting for. It has to outlive a reload and no more: the server knows of every payment of
 * a batch.
 */
export const keptPayment = {
  keep(batchId: string, paymentIntentId: string) {
    try {
      window.sessionStorage.setItem(keyOf(batchId), paymentIntentId);
    } catch {
      // Then the server alone begins the labels, a little later.
    }
  },
  read(batchId: string): string | null {
    try {
      return window.sessionStorage.getItem(keyOf(batchId));
    } catch {
      return null;
    }
  },
  forget(batchId: string) {
    try {
      window.sessionStorage.removeItem(keyOf(batchId));
    } catch {
      // Nothing was kept.
    }
  },
};
