/** Text of the client's billing documents. */
export const COPY = {
  title: 'Billing documents',
  intro: 'A receipt for each payment, and a statement and an invoice for each month.',
  dueNow: 'Amounts due are as of the issue date. To see what you owe now, go to',
  balance: 'Balance',
  empty: 'No billing documents yet',
  emptyHint:
    'A receipt appears soon after each payment. Statements and invoices appear after the end of the month.',
} as const;
