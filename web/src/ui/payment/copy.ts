/** Text of the payment dialog. Text from the specification is in the contract's `PAYMENT`. */
export const COPY = {
  beforePaying: (labels: number) =>
    `Your card is charged once. We create your ${labels === 1 ? 'label' : 'labels'} right after.`,
  processing: 'Please keep this window open.',
  paid: (amount: string) => `Paid ${amount}`,
  afterPaying: (labels: number) => `Creating your ${labels === 1 ? 'label' : 'labels'} next.`,
  refreshRates: 'Refresh rates',
  loading: 'Loading the payment form',
  stillLoading: 'Still loading…',
  testCardHint: 'Test mode: 4242 4242 4242 4242, any future date, any 3 digits',
  bankTitle: 'Your bank wants to confirm this payment',
  bankText: 'This is a test payment. Choose how your bank responds.',
  numberIncomplete: 'Your card number is incomplete.',
  expiryIncomplete: 'Your card’s expiration date is incomplete.',
  expiryPast: 'Your card’s expiration date is in the past.',
  cvcIncomplete: 'Your card’s security code is incomplete.',
} as const;
