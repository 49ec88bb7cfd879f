/** Text of the incidents page. */
export const COPY = {
  intro: 'Ledger mismatches, unconfirmed purchases and failed refunds.',
  none: 'No open incidents',
  noneText: 'We check the ledger continuously. Problems that need an admin appear here.',
  newest: (shown: number, total: number) => `Showing the newest ${shown} of ${total}`,
  actionTitle: 'What’s being done',
  loadFailed: 'Failed to load incidents',
  settled: 'Incident settled',
  question: 'How was this incident settled?',
  noteHint: 'This note is saved in the audit log.',
} as const;
