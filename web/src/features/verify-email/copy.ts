export const COPY = {
  title: 'Confirm your email address',
  intro: 'Confirm only if this email address is yours and you expected our email.',
  confirm: 'Confirm',
  failed: 'We couldn’t confirm the email address.',
  incomplete: 'This link is incomplete',
  incompleteHint:
    'Open the link in the email again, or sign in to request a new one. For your security, we remove the link from the address bar, so reloading this page doesn’t work.',
  done: {
    verified: 'Your email address is verified.',
    changed: 'Your email address was changed. Please use it to sign in from now on.',
    waiting: 'Confirmed. The change takes effect when the other address is confirmed too.',
  },
  continue: 'Continue',
} as const;
