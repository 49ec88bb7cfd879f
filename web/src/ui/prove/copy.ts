export const COPY = {
  title: 'Confirm it’s you',
  why: 'This change needs a recent confirmation. It lasts for ten minutes.',
  usePasskey: 'Use a passkey',
  useCode: 'Use a code from your authenticator app',
  usePassword: 'Use your password',
  failed: 'We couldn’t confirm it. Please try again.',
} as const;
