/**
 * How an incident closes: by an admin until the problem recurs, by an admin for good, or automatically when
 * the problem is gone.
 */
type Closing = 'until_seen_again' | 'permanent' | 'automatic';

interface KindText {
  title: string;
  /** What Lading does about it, and what an admin must do. */
  doing: string;
  closing: Closing;
}

const invariant = (title: string): KindText => ({
  title,
  doing:
    'Lading checks recent data every five minutes and all data every night. The incident closes automatically once the check passes. Nothing is corrected automatically: find the cause and fix it.',
  closing: 'automatic',
});

const KINDS = {
  amount_differs: {
    title: 'Charge does not match the order',
    doing:
      'If this is a top-up and only its amount differs, the balance was credited with what was charged, and nothing is refunded. Otherwise the payment is being refunded in full and cannot be used to buy labels. Check with the payment provider why the charge differs.',
    closing: 'until_seen_again',
  },
  event_unknown: {
    title: 'Webhook event for an unknown payment',
    doing:
      'Nothing was recorded. Look up the payment in the payment provider’s dashboard. Another system may be using the same account.',
    closing: 'until_seen_again',
  },
  event_of_other_mode: {
    title: 'Webhook event from the wrong mode (live or test)',
    doing:
      'Nothing was recorded. At the payment provider, set up separate webhook endpoints for live mode and test mode.',
    closing: 'until_seen_again',
  },
  event_altered: {
    title: 'A webhook event was redelivered with different contents',
    doing:
      'The first version was kept and the second was ignored. Compare both versions in the payment provider’s dashboard. If the payment provider did not send the second one, rotate the webhook secret.',
    closing: 'until_seen_again',
  },
  // The payment provider may send events about the same refund for days.
  refund_unknown: {
    title: 'Refund made outside Lading',
    doing:
      'Someone made this refund directly at the payment provider. It is not in the ledger, and the shipment does not show it. Add it to your own books, and make refunds in Lading from now on.',
    closing: 'permanent',
  },
  payment_abandoned: {
    title: 'Payment left open at a previous payment provider or account',
    doing:
      'The payment provider or its account was changed while this payment was open. Lading canceled the payment without knowing whether the card was charged, and released what it held of the client’s balance. Look it up in the dashboard of the previous provider or account, by the ID in the details. If it was charged, refund it there: it is not in the ledger.',
    closing: 'permanent',
  },
  payment_lost: {
    title: 'Payment missing from the restored backup',
    doing:
      'This payment was started after the backup was made, so it is not in the ledger. The details say what was done and whether it was refunded. Tell the client, and look up the payment in the payment provider’s dashboard by the ID shown here.',
    closing: 'permanent',
  },
  label_lost: {
    title: 'Label missing from the restored backup',
    doing:
      'This label was bought after the backup was made, so no shipment has it. The details say what was done. If the client has printed it, tell them. If it cannot be voided, the label provider will charge for it.',
    closing: 'permanent',
  },
  refund_came_back: {
    title: 'Refund returned by the bank',
    doing:
      'The payment provider has the money again, and the ledger shows the refund as failed. If a label was bought, make a new refund. (If a billing document already credited this refund, the next invoice charges it again.) If no label was bought, pay the client another way: this money can’t buy labels anymore. If this was a payout of the client’s balance, the money is back in that balance and can be spent. If the account was deleted in the meantime, nobody can spend it: pay the client another way.',
    closing: 'until_seen_again',
  },
  payment_disputed: {
    title: 'Payment disputed by the client',
    doing:
      'The disputed amount is on hold in the ledger. Respond in the payment provider’s dashboard before the deadline. Lading records the outcome automatically.',
    closing: 'until_seen_again',
  },
  dispute_turned: {
    title: 'Dispute outcome changed after the dispute was closed',
    doing:
      'The ledger keeps the first outcome. Look up the dispute in the payment provider’s dashboard, and add the difference to your own books.',
    closing: 'until_seen_again',
  },
  refunded_and_disputed: {
    title: 'Payment both refunded and charged back',
    doing:
      'The payment was refunded, and the client’s bank is charging it back as well. What was refunded to the client’s balance is held there. Send proof of the refund in the payment provider’s dashboard before the deadline. This closes automatically if the dispute is won.',
    closing: 'until_seen_again',
  },
  refund_refused: {
    title: 'Refund declined by the payment provider',
    doing:
      'It will not be retried, and the ledger shows the refund as failed. If a label was bought, make a new refund. If no label was bought, pay the client another way: this money can’t buy labels anymore. If this was a payout of the client’s balance, the money is back in that balance and can be spent.',
    closing: 'until_seen_again',
  },
  // Lading keeps retrying the void of the same label, so closing these two must be permanent.
  label_orphaned: {
    title: 'Orphaned label could not be voided',
    doing:
      'The client was refunded. Lading keeps retrying the void, at growing intervals, for three months. This closes automatically if it succeeds. Ask the label provider not to charge for the label.',
    closing: 'permanent',
  },
  label_unusable: {
    title: 'Label provider sold a label that cannot be used',
    doing:
      'The client was refunded, or will be by the deadline. The label is being voided, unless the details say that its transaction ID is in use: then another shipment has this label, so do not void it. The details say what was wrong. Look up the label at the label provider and report the problem there.',
    closing: 'permanent',
  },
  document_missing: {
    title: 'Customs document missing',
    doing:
      'The client has a valid label, but one of its customs documents could not be downloaded. The details say which one. Download it from the label provider and send it to the client.',
    closing: 'permanent',
  },
  label_damaged: {
    title: 'Stored label is damaged',
    doing:
      'The stored file is missing or does not match what was bought. The details say whether clients get the label provider’s copy instead. Check the disk or the storage, and restore the file from a backup.',
    closing: 'until_seen_again',
  },
  document_damaged: {
    title: 'Stored customs document is damaged',
    doing:
      'A customs document in the database is missing or does not match what was bought. The label is not affected. The details say whether clients get the label provider’s copy instead. If not, download the document from the label provider and send it to the client, or restore it from a backup.',
    closing: 'until_seen_again',
  },
  label_void_open: {
    title: 'Label void not confirmed',
    doing:
      'The void was requested a month ago, and the label provider has not confirmed it. Lading keeps checking: for three months if no shipment uses the label, otherwise indefinitely. This closes automatically when the label provider answers. Look up the label there so that you are not charged for it.',
    closing: 'permanent',
  },
  void_refused: {
    title: 'Voided label is valid again',
    doing:
      'An admin requested the void, but the carrier refused it later. The details give its reason. The client can print and use the label, and the label provider charges for it. If the package was not shipped, void the label again on the shipment’s page or at the label provider. This closes automatically if a later void succeeds.',
    closing: 'until_seen_again',
  },
  movement_unknown: {
    title: 'Processor movement without a payment in Lading',
    doing:
      'The payment provider lists a movement that Lading has no record of. The ledger contains the fee for it, but not the amount. Look it up in the payment provider’s dashboard by the ID shown here. Another system may be using the same account. This closes automatically if the payment is found.',
    closing: 'permanent',
  },
  movement_differs: {
    title: 'Amount at the payment provider differs',
    doing:
      'The payment provider and the ledger have different amounts for this payment, refund or dispute. The details show both amounts. Compare them in the payment provider’s dashboard. This closes automatically when both are equal.',
    closing: 'permanent',
  },
  movement_missing: {
    title: 'Payment missing from the payment provider’s list',
    doing:
      'This payment succeeded more than three days ago, but the payment provider lists no money for it. Look it up in the payment provider’s dashboard. This closes automatically when it appears in the list.',
    closing: 'permanent',
  },
  payout_differs: {
    title: 'Payout differs from its movements',
    doing:
      'The amount that the payment provider paid to your bank account is not the sum of the movements it lists for this payout. Lading keeps reading the list for two weeks. Compare both in the payment provider’s dashboard. This closes automatically when both are equal.',
    closing: 'permanent',
  },
  payout_failed: {
    title: 'Payout to your bank account failed',
    doing:
      'The money is still at the payment provider. The details give its reason. Check the bank account that is registered there.',
    closing: 'permanent',
  },
  purchase_unknown: {
    title: 'Label purchase unconfirmed',
    doing:
      'The label provider has not said whether it created the label. Lading keeps asking. The purchase ends with a label or a full refund no later than 15 minutes after the purchase started. No action needed.',
    closing: 'automatic',
  },
  refund_open: {
    title: 'Refund is taking unusually long',
    doing:
      'Lading retries at growing intervals with the same key, so the refund is paid only once. If this stays open, look up the refund in the payment provider’s dashboard.',
    closing: 'automatic',
  },
  carrier_invoice_total: {
    title: 'Carrier invoice does not add up',
    doing:
      'The lines of the file do not add up to the total that the carrier states. All lines were booked. Download the invoice again and import it: new lines are added, and this closes automatically once the sums agree.',
    closing: 'until_seen_again',
  },
  unusual_adjustment: {
    title: 'Unusually large adjustment',
    doing:
      'A carrier billed an additional charge of more than $20 and more than twice the label’s price. The charge was booked; whether the client pays it depends on the policy. Check the line of the invoice, and dispute it with the carrier if it is wrong.',
    closing: 'permanent',
  },
  billing_failed: {
    title: 'Billing documents could not be issued',
    doing:
      'The client shown here has no documents for the month in the details. Lading keeps trying. This client’s later months are issued only once this one succeeds. Other clients are not affected. The log has the error (billing.issue_failed). This closes automatically when the documents are issued.',
    closing: 'automatic',
  },
  orders_missing: {
    title: 'Store orders are missing',
    doing:
      'The store lists open orders that Lading does not have, even after reading them one by one. The comparison is repeated every hour, and this closes automatically when nothing is missing or the client disconnects the store. If the store is paused, needs to be reconnected or was deleted with its client, Lading no longer compares it: close this incident yourself. The details list the store’s order IDs. Ask the client how these orders differ from others, and check the log for unreadable answers from the store.',
    closing: 'until_seen_again',
  },
  invariant_I1: invariant('Ledger transaction does not balance'),
  invariant_I2: invariant('Ledger does not balance'),
  invariant_I3: invariant('Label does not match its payment'),
  invariant_I4: invariant('Payment neither spent nor refunded'),
  invariant_I5: invariant('Shipment does not match its purchase'),
  invariant_I6: invariant('Payment does not match its refunds'),
  invariant_I7: invariant('Rate used twice, too late or by another client'),
  invariant_I8: invariant('Price is not cost plus commission'),
  invariant_I9: invariant('Commission does not follow its rule'),
  invariant_I10: invariant('Client funds in the ledger do not match the payments'),
  invariant_I11: invariant('Refunds payable in the ledger do not match the open refunds'),
  invariant_I12: invariant('Shipment or refund is stuck'),
  invariant_I13: invariant('Illegal state change'),
  invariant_I14: invariant('Money movement without an audit record'),
  invariant_I16: invariant('Dispute hold in the ledger does not match the open disputes'),
  invariant_I17: invariant('Payment both refunded and charged back (unreported)'),
  invariant_I18: invariant('Balance does not match its entries'),
  invariant_I19: invariant('Balance does not match the ledger'),
  invariant_I20: invariant('Held part of a balance does not match its payments and disputes'),
  invariant_I21: invariant('Balance spent beyond the credit limit'),
  invariant_I22: invariant(
    'Same item of an order in two packages, or order status does not match its labels',
  ),
  invariant_I23: invariant('Top-up not credited exactly once, or two automatic top-ups in parallel'),
  invariant_I24: invariant('Billing documents have a gap, do not add up, or a receipt is missing'),
  invariant_I25: invariant('Adjustment does not match the ledger or the carrier invoices'),
  invariant_I26: invariant('Processor fee or payout does not match the ledger'),
  invariant_I27: invariant('Net margin does not match the ledger'),
  invariant_I28: invariant('Shipment not reported to its store'),
  invariant_I29: invariant('Credit of a disputed payment is not held'),
} satisfies Record<string, KindText>;

/** For incidents of a kind that a newer or older version opened. */
const UNKNOWN_KIND: KindText = {
  title: 'Unknown incident',
  doing: 'This version of Lading does not know this kind of incident and does nothing about it.',
  closing: 'until_seen_again',
};
export const UNKNOWN_TITLE = UNKNOWN_KIND.title;

export type IncidentKind = keyof typeof KINDS | `invariant_${string}`;

export const textOf = (kind: string): KindText =>
  (KINDS as Record<string, KindText | undefined>)[kind] ?? UNKNOWN_KIND;

export const closingOf = (kind: string): Closing => textOf(kind).closing;

/** Whether an admin may close it. */
export const canBeSettled = (kind: string): boolean => closingOf(kind) !== 'automatic';
