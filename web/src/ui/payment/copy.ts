/** Text of the payment dialog. Text from the specification is in the contract's `PAYMENT`. */
export const COPY = {
  method: 'Pay with',
  methods: {
    balance: (available: string) => `Balance (${available})`,
    split: (available: string) => `Balance (${available}) and card`,
    card: () => 'Card',
  },
  balanceTooLow: 'Your balance no longer covers this. Please choose how to pay.',
  balanceUnknown:
    'We couldn’t confirm whether your balance was charged. Press Pay again to complete the payment; you won’t be charged twice. If you close this window, we check again before your next payment.',
  earlierUnknown: 'We still don’t know if your balance was charged for your last payment. Please try again.',
  earlierPaid: (amount: string) =>
    `Your last payment went through: your balance was charged ${amount}. Check Shipping History before you pay again.`,
  payAnyway: 'Continue with this payment',
  fromBalance: 'From your balance',
  byCard: 'By card',
  beforePaying: (labels: number, method: 'balance' | 'split' | 'card' | null) =>
    `Your ${method === 'balance' ? 'balance' : 'card'} is charged once. We create your ${labels === 1 ? 'label' : 'labels'} right after.`,
  processing: 'Please keep this window open.',
  paid: (amount: string) => `Paid ${amount}`,
  afterPaying: (labels: number) => `Creating your ${labels === 1 ? 'label' : 'labels'} next.`,
  refreshRates: 'Refresh rates',
  canceled:
    'This payment was canceled because too many cards were declined or it was open for too long. You were not charged.',
  notPaid: 'Your payment was not completed. You were not charged.',
  tryAgain: 'Try again',
  newPayment: 'Start a new payment',
  loading: 'Loading the payment form',
  stillLoading: 'Still loading…',
  testCardHint: 'Test mode: 4242 4242 4242 4242, any future date, any 3 digits',
  bankTitle: 'Your bank wants you to confirm this payment',
  bankText: 'This is a test payment. Choose how your bank responds.',
  numberIncomplete: 'Your card number is incomplete.',
  expiryIncomplete: 'Your card’s expiration date is incomplete.',
  expiryPast: 'Your card’s expiration date is in the past.',
  cvcIncomplete: 'Your card’s security code is incomplete.',
} as const;
