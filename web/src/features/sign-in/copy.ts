/** Text of the second step and of passkeys. The specified texts of the sign-in are in the contract. */
export const COPY = {
  or: 'or',
  /** Not "Sign in …": only the specified button may have that name. */
  withPasskey: 'Continue with a passkey',
  title: 'Confirm it’s you',
  hint: {
    totp: 'Enter the 6-digit code from your authenticator app.',
    passkey: 'Use your passkey to finish signing in.',
    'recovery-code': 'Enter one of the recovery codes that you saved. Each one works once.',
  },
  code: 'Code',
  recoveryCode: 'Recovery code',
  usePasskey: 'Use your passkey',
  toTotp: 'Use your authenticator app',
  toPasskey: 'Use a passkey',
  toRecovery: 'Lost your device? Use a recovery code',
  noCodes: 'No recovery codes left? Please contact support to reset your second factor.',
  submit: 'Continue',
  back: 'Back',
  failed: 'We couldn’t confirm that it’s you. Please try again.',
} as const;
