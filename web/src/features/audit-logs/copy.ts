/** Text of the audit log. Text from the specification is in the contract's `AUDIT_LOGS`. */
export const COPY = {
  dateFrom: 'From',
  dateTo: 'To',
  pendingNote:
    'Pending is how an entry was recorded when something began. The line below it says what became of it.',
  notOnThisPage: 'This entry isn’t on this page of the list.',
} as const;
