/** The audit log's own sentences. Those of the specification are in the contract's `AUDIT_LOGS`. */
export const COPY = {
  notOnThisPage: 'This entry isn’t on this page of the list.',
} as const;
