import type { TestPaymentError } from '@lading/contract/test-gateway.ts';

const error = (code: string, message: string, declineCode: string | null = null): TestPaymentError => ({
  code,
  declineCode,
  message,
});

const declined = (declineCode: string, message = 'Your card was declined. Please try another card.') =>
  error('card_declined', message, declineCode);

/** The codes are Stripe's, so scripts written against Stripe work here. */
export const CARD_ERRORS = {
  genericDecline: declined('generic_decline'),
  insufficientFunds: declined('insufficient_funds', 'Your card does not have enough funds.'),
  // The holder of a reported card must not learn that it was reported.
  lostCard: declined('lost_card'),
  stolenCard: declined('stolen_card'),
  notATestCard: declined(
    'test_mode_live_card',
    'This is a test payment: only the published test card numbers work here. No card was charged or saved.',
  ),
  expiredCard: error('expired_card', 'Your card has expired.'),
  incorrectCvc: error('incorrect_cvc', "Your card's security code is incorrect."),
  processingError: error(
    'processing_error',
    'Your card could not be processed. Please try again in a moment.',
  ),
  invalidNumber: error('invalid_number', 'Your card number is not valid.'),
  incorrectNumber: error('incorrect_number', 'Your card number is incorrect.'),
  invalidMonth: error('invalid_expiry_month', "Your card's expiration month is not valid."),
  invalidYear: error('invalid_expiry_year', "Your card's expiration year is not valid."),
  monthPast: error('invalid_expiry_month', "Your card's expiration date is in the past."),
  yearPast: error('invalid_expiry_year', "Your card's expiration date is in the past."),
  invalidCvc: error('invalid_cvc', "Your card's security code is not valid."),
  authenticationFailed: error(
    'payment_intent_authentication_failure',
    'Your bank could not confirm your identity. Please try again or use another card.',
  ),
  /** A stored card that is charged while the client is away. */
  authenticationRequired: error(
    'authentication_required',
    'Your bank asks you to confirm this payment.',
    'authentication_required',
  ),
  cardGone: error('payment_method_unknown', 'This card is no longer saved. Please add it again.'),
  setupEnded: error('setup_intent_unexpected_state', 'This card has already been saved.'),
  setupNotAuthenticated: error(
    'setup_intent_authentication_failure',
    'Your bank could not confirm your identity. Please try again or use another card.',
  ),
  succeededAlready: error('payment_intent_unexpected_state', 'This payment has already been made.'),
  canceledAlready: error(
    'payment_intent_unexpected_state',
    'This payment was canceled. You were not charged. Please start a new payment.',
  ),
  underWay: error('payment_intent_unexpected_state', 'This payment is still being processed.'),
  nothingToAuthenticate: error(
    'payment_intent_unexpected_state',
    'This payment is not waiting for confirmation from your bank.',
  ),
} as const;
