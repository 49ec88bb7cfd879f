/** Why a paid shipment gets no label. Code compares the keys; clients read the sentences. */
export const FAILURE_REASONS = {
  account_inactive: 'The account is not active.',
  ship_date_passed: 'The shipping date has passed.',
  label_overdue: 'The carrier did not make a label in time.',
  purchase_unconfirmed: 'The carrier did not say whether it made the label.',
  tracking_number_in_use: 'The carrier gave a tracking number that is in use.',
  unknown: 'The carrier did not make the label.',
} as const;

export type FailureReason = keyof typeof FAILURE_REASONS;
