export const COPY = {
  title: 'Confirm it’s you',
  why: 'Please confirm it’s you to continue. We won’t ask again for ten minutes.',
  usePasskey: 'Use a passkey',
  useCode: 'Use a code from your authenticator app',
  usePassword: 'Use your password',
  failed: 'We couldn’t confirm that it’s you. Please try again.',
} as const;
