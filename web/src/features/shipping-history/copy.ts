/** UI text of the shipping history. The specification's own text is in `contract/src/messages.ts`. */
export const COPY = {
  firstShipment: 'Every label you buy is saved here, so you can track it and print it again.',
  noMatch: 'No shipments match your filters',
  emptyPage: 'No shipments on this page',
  loadFailed: 'We couldn’t load this shipment.',
  pictureFailed: 'We couldn’t load the label image.',
  refunded: (amount: string) => `${amount} was refunded.`,
  refunding: 'We couldn’t create this label. Your refund is on its way.',
  adjustments: 'Adjustments',
  allAdjustments: 'All adjustments',
  processing: 'Payment received. Your label is being created and will appear here.',
  /** Shown in place of a label that does not exist or is not ready. */
  labelNotes: {
    processing: 'Creating',
    refunding: 'Refund pending',
    refunded: 'Refunded',
    voided: 'Voided',
  } as Partial<Record<string, string>>,
};
