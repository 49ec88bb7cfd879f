import { utf16Order } from './sniff-content.ts';

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

interface DecodedText {
  text: string;
  encoding: Encoding;
}

const UTF8_MARK = [0xef, 0xbb, 0xbf];

/** Some programs write the byte order mark twice, so one is left after decoding. */
const withoutMark = (text: string) => text.replace(/^\ufeff+/, '');

/** Falls back to Windows-1252, which older spreadsheets write. It maps every byte, so this cannot fail. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const order = utf16Order(bytes);
  if (order) return { text: withoutMark(new TextDecoder(order).decode(bytes)), encoding: 'UTF-16' };
  try {
    return {
      text: withoutMark(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
      encoding: 'UTF-8',
    };
  } catch {
    const marked = UTF8_MARK.every((byte, index) => bytes[index] === byte);
    const body = marked ? bytes.subarray(UTF8_MARK.length) : bytes;
    return { text: new TextDecoder('windows-1252').decode(body), encoding: 'Windows-1252' };
  }
}
