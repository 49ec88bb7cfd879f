/** Escapes the wildcards of LIKE, so that user input matches literally. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const containing = (text: string): string => `%${likeText(text)}%`;

/** Labels print tracking numbers in groups of four. */
const TRACKING_NUMBER = /^(?=.*\d{4})[\da-z]{8,}$/;

/** What a search compares lowercase texts with: what was typed, and a tracking number also without its spaces. */
export function searchPatterns(typed: string): string[] {
  const text = typed.toLowerCase();
  const joined = text.replaceAll(/\s/g, '');
  return joined !== text && TRACKING_NUMBER.test(joined)
    ? [containing(text), containing(joined)]
    : [containing(text)];
}
