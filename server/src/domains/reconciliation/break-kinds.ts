/** What each kind means to the person who has to look into it. */
const TITLES = {
  amount_differs: 'A payment came in with another amount',
  event_unknown: 'The card provider sent news of a payment that is not ours',
  refund_refused: 'A refund was refused by the card provider',
  label_orphaned: 'A label that nobody has could not be voided',
  invariant_I1: 'A booking does not balance',
  invariant_I2: 'The books do not balance',
  invariant_I3: 'A label and its payment do not match',
  invariant_I4: 'Paid money is neither in labels nor on its way back',
  invariant_I5: 'A shipment and its purchase do not match',
  invariant_I6: 'A payment and its refunds do not match',
  invariant_I7: 'A rate was used twice, too late or by another client',
  invariant_I8: 'A price is not its cost and commission',
  invariant_I9: 'A commission does not follow its rule',
  invariant_I10: 'The funds of clients differ from their payments',
  invariant_I11: 'The refunds in the books differ from those on their way',
  invariant_I12: 'A shipment or a refund is stuck',
  invariant_I13: 'Something changed its state against the rules',
  invariant_I14: 'A movement of money left no record',
};

/** For a row that outlived its kind. */
export const UNKNOWN_TITLE = 'Something in the books does not add up';

/** Kinds of things that do not add up and that a person has to know of. */
export type BreakKind = keyof typeof TITLES | `invariant_${string}`;

export const breakTitle = (kind: string): string =>
  (TITLES as Record<string, string | undefined>)[kind] ?? UNKNOWN_TITLE;
