const encoder = new TextEncoder();

/** Writes ZPL control characters and non-ASCII characters as hexadecimal bytes. */
export function fieldData(text: string): string {
  const escaped = text.replace(/[^\x20-\x7e]|[\^~_\\]/gu, (character) =>
    [...encoder.encode(character)]
      .map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
  return `^FH_^FD${escaped}^FS`;
}

/** In text blocks and PDF417, a backslash starts a line break, so it must be doubled. */
export const blockData = (text: string) => fieldData(text.replaceAll('\\', '\\\\'));
