/** Keeps every script, emoji and line breaks; drops only what PostgreSQL cannot store. */
export const textOf = (text: string | null | undefined): string =>
  (text ?? '').toWellFormed().replaceAll('\0', '').trim();
