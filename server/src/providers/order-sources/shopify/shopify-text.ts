const LONGEST = 200;

/** Cleans the shop's text for people: one line, no markup, no invisible characters, limited length. */
export function lineOf(text: string): string {
  const plain = text
    .slice(0, 20 * LONGEST)
    .replace(/<[^>]*>/g, ' ')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST).toWellFormed().trimEnd()}…` : plain;
}

/** Keeps every script, emoji and line breaks; drops only what PostgreSQL cannot store. */
export const textOf = (text: string | null | undefined): string =>
  (text ?? '').toWellFormed().replaceAll('\0', '').trim();
