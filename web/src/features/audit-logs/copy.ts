/** Text of the audit log. Text from the specification is in the contract's `AUDIT_LOGS`. */
export const COPY = {
  notOnThisPage: 'This entry isn’t on this page of the list.',
} as const;
