/** Text of the incidents page. */
export const COPY = {
  intro: 'Problems with payments, labels, billing and stores that need attention.',
  none: 'No open incidents',
  noneText: 'Lading checks the ledger continuously. Problems that need an admin appear here.',
  newest: (shown: number, total: number) => `Showing the newest ${shown} of ${total}`,
  actionTitle: 'What to do',
  loadFailed: 'Failed to load incidents',
  closed: 'Incident closed',
  question: 'How was this problem resolved?',
  noteHint: 'This note is saved in the audit log.',
} as const;
