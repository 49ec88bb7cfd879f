/** What ends an incident: a person's word until it is seen again, a person's word for good, or nothing but its being mended. */
type Settling = 'until_seen' | 'for_good' | 'by_itself';

interface KindText {
  title: string;
  /** What the server does about it by itself, and what is left to a person. */
  doing: string;
  settling: Settling;
}

const CLEARS_ITSELF =
  'The books are held against this rule every five minutes, and all of them every night, when the incident closes if the rule holds again. Nothing is changed by itself: a person finds out what happened.';

const byRule = (title: string): KindText => ({ title, doing: CLEARS_ITSELF, settling: 'by_itself' });

/** What each kind means to the person who has to look into it. */
const KINDS = {
  amount_differs: {
    title: 'A payment came in with another amount',
    doing:
      'The whole sum goes back to the card and buys nothing. Find out at the card provider why it differs.',
    settling: 'until_seen',
  },
  event_unknown: {
    title: 'The card provider sent news of a payment that is not ours',
    doing:
      'Nothing was booked. Look the payment up at the card provider: another system may use the same account.',
    settling: 'until_seen',
  },
  event_of_other_mode: {
    title: 'The card provider sent news of the other mode, live or test',
    doing:
      'Nothing was booked. Give the live and the test mode of the card provider an address of their own for news.',
    settling: 'until_seen',
  },
  event_altered: {
    title: 'The card provider sent the same news twice, and not the same',
    doing:
      'The first is kept and the second was not acted on. Compare both at the card provider. If it never sent the second, change the secret of its news.',
    settling: 'until_seen',
  },
  // News of the same refund may come for days.
  refund_unknown: {
    title: 'A refund was made that is not ours',
    doing:
      'Somebody made it at the card provider by hand. It is not in the books, and the shipment does not show it: add it to your own accounts, and make refunds here from now on.',
    settling: 'for_good',
  },
  payment_lost: {
    title: 'A payment was begun after the backup that is in use',
    doing:
      'It is in no books here. What was done about it, and whether its money went back, is said beside it. Tell the client; look it up at the card provider by the number given here.',
    settling: 'for_good',
  },
  label_lost: {
    title: 'A label was bought after the backup that is in use',
    doing:
      'Nobody here has it. What was done about it is said beside it. If its client has printed it, tell them; if the carrier does not take it back, it will be charged.',
    settling: 'for_good',
  },
  refund_came_back: {
    title: 'A refund came back from the card',
    doing:
      'The money is with the card provider again and is booked as not given back. Pay the client in another way, or refund the shipment anew.',
    settling: 'until_seen',
  },
  payment_disputed: {
    title: 'A client disputes a payment at their bank',
    doing:
      'The sum is booked as held back. Answer at the card provider before its deadline; how it ends is booked by itself.',
    settling: 'until_seen',
  },
  dispute_turned: {
    title: 'A dispute that had ended has ended differently',
    doing:
      'It is booked as it ended first. Look it up at the card provider, and add the difference to your own accounts.',
    settling: 'until_seen',
  },
  refunded_and_disputed: {
    title: 'A client gets the same money back twice',
    doing:
      'The payment was refunded, and their bank takes it back as well. Send the bank the proof of the refund, at the card provider, before its deadline. If the dispute is won, this closes by itself.',
    settling: 'until_seen',
  },
  refund_refused: {
    title: 'A refund was refused by the card provider',
    doing:
      'It is not tried again, and the money is booked as not given back. Refund the shipment anew, or pay the client in another way.',
    settling: 'until_seen',
  },
  // The carrier is asked about the same label again and again, so a person's word has to hold, here and in the next.
  label_orphaned: {
    title: 'A label that nobody has could not be voided',
    doing:
      'The client has the money back. Voiding is tried again, ever more rarely, for three months; if it succeeds, this closes by itself. Ask the carrier not to charge the label.',
    settling: 'for_good',
  },
  label_void_open: {
    title: 'A carrier has not said whether it voids a label that nobody has',
    doing:
      'The client has the money back, and the carrier was asked a month ago to void the label. It is asked on, ever more rarely, until three months have passed; its answer closes this. Look the label up at the carrier, so that it is not charged.',
    settling: 'for_good',
  },
  purchase_unknown: {
    title: 'A carrier has not said whether it made a label',
    doing:
      'The carrier is asked again and again. At the latest 15 minutes after the payment it ends as a label or as a full refund. Nothing is to be done.',
    settling: 'by_itself',
  },
  refund_open: {
    title: 'A refund takes unusually long',
    doing:
      'It is asked for again at growing intervals, with the same key, so that it is paid once. If it stays, look it up at the card provider.',
    settling: 'by_itself',
  },
  invariant_I1: byRule('A booking does not balance'),
  invariant_I2: byRule('The books do not balance'),
  invariant_I3: byRule('A label and its payment do not match'),
  invariant_I4: byRule('Paid money is neither in labels nor on its way back'),
  invariant_I5: byRule('A shipment and its purchase do not match'),
  invariant_I6: byRule('A payment and its refunds do not match'),
  invariant_I7: byRule('A rate was used twice, too late or by another client'),
  invariant_I8: byRule('A price is not its cost and commission'),
  invariant_I9: byRule('A commission does not follow its rule'),
  invariant_I10: byRule('The funds of clients differ from their payments'),
  invariant_I11: byRule('The refunds in the books differ from those on their way'),
  invariant_I12: byRule('A shipment or a refund is stuck'),
  invariant_I13: byRule('Something changed its state against the rules'),
  invariant_I14: byRule('A movement of money left no record'),
  invariant_I16: byRule('The money held back in the books differs from the open disputes'),
  invariant_I17: byRule('A client gets the same money back twice, and nobody was told'),
} satisfies Record<string, KindText>;

/** For a row that outlived its kind. */
const UNKNOWN_KIND: KindText = {
  title: 'Something in the books does not add up',
  doing: 'This version of the server does nothing about it.',
  settling: 'until_seen',
};
export const UNKNOWN_TITLE = UNKNOWN_KIND.title;

/** Kinds of things that do not add up and that a person has to know of. */
export type IncidentKind = keyof typeof KINDS | `invariant_${string}`;

export const textOf = (kind: string): KindText =>
  (KINDS as Record<string, KindText | undefined>)[kind] ?? UNKNOWN_KIND;

export const canBeSettled = (kind: string): boolean => textOf(kind).settling !== 'by_itself';
