import { formatMoney } from '@lading/contract/money.ts';

const BANK_DELAY =
  'If you paid by card, the refund should arrive within 5–10 business days, depending on your bank.';

interface Refund {
  carrier: string;
  paidCents: number;
  refundedCents: number;
}

function voidedBody({ paidCents, refundedCents }: Refund): string {
  const paid = formatMoney(paidCents);
  const refunded = formatMoney(refundedCents);
  if (refundedCents === 0)
    return 'It can no longer be used. No refund has been completed yet. If one is in progress, the amount will appear here.';
  const amount = refundedCents < paidCents ? `${refunded} of the ${paid} you paid` : refunded;
  return `It can no longer be used. ${amount} was refunded. ${BANK_DELAY}`;
}

/** UI text of the label wizard. The specification's own text is in `contract/src/messages.ts`. */
export const COPY = {
  address: {
    checking: 'Verifying address…',
    checkAgain: 'We’ll verify this address again.',
    problems: (count: number) => `${count} fields need your attention.`,
    filledFromProfile: 'Filled from your profile',
    suggestion: 'The carrier suggests this standardized address.',
    choose: 'Choose an address',
  },
  package: {
    fetchingRates: 'Getting rates…',
    envelopeSize: 'Envelope: 12 × 9 × 0.25 in',
    pallet: 'Pallets ship as freight, and few services accept them. The next step shows what is available.',
    notesHint: 'Only you can see these notes, in Shipping History.',
    dateRequired: 'Shipping date is required',
    datePast: 'Shipping date cannot be in the past',
  },
  customs: {
    title: 'What’s inside',
    add: 'List what’s inside',
    loading: 'These fields are still loading. Please try again in a moment.',
    loadFailed: 'We couldn’t load the customs fields.',
    draftKept: 'Everything you have entered is saved.',
    needed: (route: string) => `Packages ${route} need a customs declaration.`,
    military: 'Packages to and from military addresses need a customs declaration.',
    neededBySome: (place: string) =>
      `UPS, FedEx and DHL need a customs declaration for ${place}. USPS does not.`,
  },
  extras: {
    title: 'Extras',
    none: 'Signature, insurance, Saturday delivery, batteries',
    insuredInvalid: 'Please enter an amount in dollars, such as 250.',
    insuredHint: 'Up to $10,000. Leave blank for no insurance.',
    saturday: 'Saturday delivery',
    saturdayHint: 'You will see only services that deliver on Saturday.',
    batteriesHint:
      'Carriers need to know about lithium batteries. Damaged or recalled batteries cannot be shipped.',
  },
  rates: {
    none: 'No carrier offered a rate for this package',
    slow: 'This is taking longer than usual. The carriers haven’t responded yet.',
    datePassed: 'The shipping date has passed.',
    changed: 'Rates may have changed.',
  },
  replacement: {
    filledFrom: (recipient: string) => `Filled from your shipment to ${recipient}`,
    startedOver: 'Started over',
    undone: 'Changes restored',
    loadFailed: 'We couldn’t load the earlier shipment.',
  },
  payment: {
    creating: 'Creating your label',
    checking: 'Checking your payment',
    notCreated: 'Payment received. Label not created yet.',
    unconfirmed: (amount: string, at: string) =>
      `Payment of ${amount} · ${at}. We haven’t received the result yet.`,
    received: (amount: string, at: string) =>
      `Payment received: ${amount} · ${at}. Your label hasn’t been created yet. You won’t be charged again.`,
    requestingLabel: 'Requesting the label from the carrier…',
    fallback:
      'If the label can’t be created, we’ll refund you automatically. Once it’s created, you’ll find it in',
  },
  label: {
    empty: 'Nothing on the label yet',
    loadFailed: 'We couldn’t load this label.',
    pictureFailed: 'We couldn’t load the label image.',
    dropOff: (day: string, carrier: string) => `Drop off by ${day} at any ${carrier} location.`,
    printInTab: 'The label opened in a new tab. Print it from there.',
    printBlocked: 'Your browser blocked the print window. Download the PDF instead.',
    emailHint: 'Enter one address. We’ll email the label as a PDF. The message shows your email address.',
  },
  processing: {
    title: 'Waiting for your label',
    body: (amount: string, carrier: string) =>
      `Payment received: ${amount}. We’re waiting for ${carrier}. You won’t be charged again.`,
    status: 'The label will appear here as soon as it’s ready.',
    leave: 'You can leave this page. We’ll add the label to',
    orRefund: ', or refund you.',
  },
  outcome: {
    unknown: (status: string) => `Label status: ${status}`,
    refunding: {
      title: 'We couldn’t create your label. Your refund is on its way.',
      body: ({ carrier, paidCents }: Refund) =>
        `${carrier} couldn’t create this label. ${formatMoney(paidCents)} is being refunded. ${BANK_DELAY}`,
      again: 'Try again with the same details',
    },
    refunded: {
      title: 'We couldn’t create your label. Your refund is complete.',
      body: ({ carrier, paidCents, refundedCents }: Refund) =>
        `${carrier} couldn’t create this label. ${formatMoney(refundedCents || paidCents)} was refunded. ${BANK_DELAY}`,
      again: 'Try again with the same details',
    },
    voided: {
      title: 'This label was voided',
      body: voidedBody,
      again: 'Create a new label with the same details',
    },
  },
} as const;
