/** Text of the page frame, the menus and the help dialogs. */
export const COPY = {
  checkingSession: 'Checking your session',
  sessionUnchecked: 'We couldn’t verify your session',
  offline:
    'You are offline. Unfinished labels and uploads are saved on this device; other changes can’t be saved right now.',
  readOnly:
    'Lading is temporarily read-only. Unfinished labels and uploads are saved on this device; please try other changes again shortly.',
  unavailable:
    'Lading is temporarily unavailable. Unfinished labels and uploads are saved on this device; please try other changes again shortly.',
  storageBlocked: 'Your browser blocks storage, so you’ll be signed out when you close this tab.',
  notIncluded: 'Your role doesn’t have access to this page',
  backToStart: 'Back to your start page',
  contact: 'Email',
  contactHint: 'Please include the tracking number if your question is about a shipment.',
  contactOperator:
    'Contact the business that operates this site. Its contact details are on your card statement and on its own website.',
  shortcutsOn: 'Shortcuts are paused while you type.',
  shortcutsOff: 'Shortcuts are off in this browser.',
} as const;
