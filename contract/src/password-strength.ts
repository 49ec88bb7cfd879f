import { PRODUCT_NAME } from './constants.ts';

export type PasswordWeakness = 'common' | 'own-words' | 'breached';

const REASON: Record<PasswordWeakness, string> = {
  common: 'This password is common and easy to guess.',
  'own-words': 'This password is too similar to your name, your email address or the product name.',
  breached: 'This password has appeared in a data breach.',
};

/** `hint`: the password is accepted. `refusal`: it is not. */
export const passwordHint = (weakness: PasswordWeakness) =>
  `${REASON[weakness]} We recommend choosing a different one.`;
export const passwordRefusal = (weakness: PasswordWeakness) =>
  `${REASON[weakness]} Please choose another one.`;

/** How many letters and digits a password needs besides the product's and the account's words. */
const MIN_OTHER_CHARACTERS = 6;
/** Shorter words appear in many good passwords by chance. */
const MIN_WORD_LENGTH = 3;

const REPEATED = /^(.{1,4}?)\1+$/su;

/** The words that an attacker tries first: the product's name and those of the account. */
export const ownWordsOf = ({ email, name }: { email: string; name: string }): string[] =>
  [PRODUCT_NAME, ...email.split(/[@.+_-]/), ...name.split(/[\s.'-]+/)]
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);

/** Why a password is easy to guess, or null. `isCommon` looks a lower-case password up in the list. */
export function weaknessOf(
  password: string,
  ownWords: readonly string[],
  isCommon: (password: string) => boolean,
): Exclude<PasswordWeakness, 'breached'> | null {
  const text = password.normalize('NFKC').toLowerCase().trim();
  // `Password1!` and `password2026` are as easy to guess as `password`.
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (isCommon(text) || isCommon(core) || REPEATED.test(text)) return 'common';
  const rest = ownWords.reduce((left, word) => left.replaceAll(word, ' '), text);
  if (rest === text) return null;
  return (rest.match(/[\p{L}\p{N}]/gu) ?? []).length < MIN_OTHER_CHARACTERS ? 'own-words' : null;
}

/** Loads the list of common passwords on first use, because it is large. */
export async function loadCommonPasswords(): Promise<(password: string) => boolean> {
  const { COMMON_PASSWORDS } = await import('./common-passwords.ts');
  const list = new Set(COMMON_PASSWORDS.split('\n'));
  return (password) => list.has(password);
}
