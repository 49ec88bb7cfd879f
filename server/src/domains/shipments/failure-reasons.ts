import { LABEL_NOT_CREATED } from '@lading/contract/failure-texts.ts';

/** Reasons why a paid shipment gets no label. Code compares the keys; clients read the sentences. */
export const FAILURE_REASONS = {
  account_inactive: 'The account is not active.',
  ship_date_passed: 'The shipping date has passed.',
  label_overdue: 'The carrier did not create the label in time.',
  purchase_unconfirmed: 'The carrier did not confirm the label.',
  tracking_number_in_use: 'The carrier assigned a tracking number that is already in use.',
  label_unusable: 'The carrier created a label that cannot be used.',
  payment_unused: 'This payment was not used for a label.',
  unknown: LABEL_NOT_CREATED,
} as const;

export type FailureReason = keyof typeof FAILURE_REASONS;
