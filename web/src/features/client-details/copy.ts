import { counted } from '../../lib/format-count.ts';

/** Text of the page of one client. */
export const COPY = {
  loadFailed: 'We couldn’t load this client.',
  figuresFailed: 'We couldn’t load the figures of this client.',
  notFound: 'This client doesn’t exist or was deleted.',
  allClients: 'All clients',
  recentTitle: 'Last 30 days',
  allTimeTitle: 'All time',
  trend: 'Weekly revenue',
  trendText: (weeks: number) => `Gross revenue of the last ${weeks} weeks, oldest first.`,
  comparedTo: 'vs. the previous 30 days',
  nothingBefore: 'No revenue in the previous 30 days',
  atRisk: 'At risk: revenue has fallen by half or more compared with the previous 30 days.',
  failures: (failed: number, declined: number) =>
    failed + declined === 0
      ? 'Nothing has failed.'
      : `${counted(failed, 'shipment')} failed, ${counted(declined, 'payment')} declined.`,
  declinedTitle: 'Declined cards',
  lastShipments: 'Last shipments',
  noShipments: 'No shipments yet',
  prices: 'Prices',
  currentPrice: (price: string, isGlobal: boolean) =>
    isGlobal ? `Global commission, now ${price}.` : `Own commission: ${price}.`,
  notes: 'Notes',
  notesHint: 'Only admins see notes. They are deleted with the client.',
  noNotes: 'No notes yet',
  newNote: 'New note',
  addNote: 'Add note',
  noteAdded: 'Note added',
  noteDeleted: 'Note deleted',
  noteFailed: 'We couldn’t save the note.',
  signIn: 'Sign-in',
  sessionsFailed: 'We couldn’t load the sessions of this client.',
  noSessions: 'Not signed in anywhere',
  endSessions: 'End all sessions',
  sessionsEnded: 'All sessions ended',
  confirmEnd: 'End all sessions of this client?',
  confirmEndText: 'The client is signed out everywhere and has to sign in again.',
  resetFactors: 'Reset second factors',
  confirmReset: 'Reset the second factors of this client?',
  confirmResetText:
    'All passkeys, authenticator apps and recovery codes of this client are removed, and the password alone is enough to sign in. Please make sure that the request really comes from the client. The client gets an email about it.',
  factorsReset: 'Second factors removed',
  noFactors: 'This client has no second factor.',
} as const;
