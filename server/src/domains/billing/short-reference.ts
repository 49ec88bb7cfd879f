/** As in emails about the payment: long enough to find it, short enough to read aloud. */
export const shortReference = (paymentId: string): string => paymentId.slice(paymentId.lastIndexOf('-') + 1);
