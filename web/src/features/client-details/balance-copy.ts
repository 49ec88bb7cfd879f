import { counted } from '@lading/contract/format-count.ts';

/** Text of a client's balance on the operator's page. */
export const BALANCE_COPY = {
  title: 'Balance',
  loadFailed: 'We couldn’t load this client’s balance.',
  failed: 'We couldn’t change the balance.',
  maybeSaved:
    'Your first attempt may have been saved. Please close this window and check the balance before you try again.',
  balance: 'Balance',
  creditLimit: 'Credit limit',
  due: 'Payment terms',
  days: (count: number) => counted(count, 'day'),
  owed: (amount: string) => `The client owes ${amount}.`,
  overdue: (amount: string) => `${amount} is overdue. The client can’t buy labels until it is paid.`,
  change: 'Change balance',
  terms: 'Change terms',
  none: 'No activity yet',
  changes: {
    deposit: 'Bank transfer received',
    withdrawal: 'Withdrawal',
    credit: 'Credit to the client',
    write_off: 'Write off a debt',
  },
  kind: 'Type of change',
  withdrawalHint: 'Money that you paid back outside Lading, or a bank transfer entered by mistake.',
  amount: 'Amount ($)',
  amountWrong: 'Please enter an amount, such as 50.00.',
  note: 'Note',
  noteHint: 'The client sees this note.',
  save: 'Save',
  saved: 'Balance changed',
  termsTitle: 'Credit terms',
  limitField: 'Credit limit ($)',
  limitHint: 'How much the client may owe. If 0, the client must prepay.',
  dueField: 'Payment terms (days)',
  dueHint:
    'A debt is overdue this many days after the month’s invoice, or after the charge if there is no invoice.',
  dueWrong: 'Please enter a whole number of days.',
  termsSaved: 'Terms changed',
} as const;
