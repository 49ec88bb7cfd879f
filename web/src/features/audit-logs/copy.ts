/** Text of the audit log. Text from the specification is in the contract's `AUDIT_LOGS`. */
export const COPY = {
  pendingNote:
    '“Pending” means that the action had just started when it was recorded. Once the outcome is known, it appears below the status.',
  notOnThisPage: 'This entry isn’t on this page of the list.',
} as const;
