import { randomBytes } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '@lading/contract/second-factor.ts';
import { base32 } from './totp.ts';

/** 10 base32 characters: 50 random bits. */
const LENGTH = 10;

/** Ten codes such as `ABCDE-FGH23`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const code = base32(randomBytes(7)).slice(0, LENGTH);
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });

/** The form that is hashed: without separators, and with 0 and 1 read as the letters they look like. */
export const normalizeRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I');
