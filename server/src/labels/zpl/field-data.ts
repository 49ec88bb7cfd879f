const encoder = new TextEncoder();

/** Letters that mean something to the printer, and all that is not plain ASCII, are written as the hexadecimal numbers of their bytes. */
export function fieldData(text: string): string {
  const escaped = text.replace(/[^\x20-\x7e]|[\^~_\\]/gu, (character) =>
    [...encoder.encode(character)]
      .map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
  return `^FH_^FD${escaped}^FS`;
}

/** In blocks of text and in PDF417 a backslash begins a line break, and only two of them are one. */
export const blockData = (text: string) => fieldData(text.replaceAll('\\', '\\\\'));
