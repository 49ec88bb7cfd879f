import { inflateSync } from 'node:zlib';
import { documentPagesOf } from '../pdf/stored-document.ts';
import type { StoredDocument } from '../port.ts';

export function pagesOf(document: StoredDocument | null) {
  const pages = document && documentPagesOf(document.bytes);
  if (!pages) throw new Error('Not a stored document');
  return pages;
}

interface PlacedText {
  text: string;
  size: number;
  x: number;
  y: number;
  bold: boolean;
}

/** The texts of each page, read from its PDF operators. */
export const textsOf = (document: StoredDocument | null): PlacedText[][] =>
  pagesOf(document).map(({ page }) => {
    const content = inflateSync(page).toString('latin1');
    const shown = content.matchAll(/BT \/([RB]) (\d+) Tf (-?\d+) (\d+) Td \(((?:\\.|[^\\)])*)\) Tj ET/g);
    return [...shown].map(([, font, size, x, y, text = '']) => ({
      text: text.replace(/\\(.)/g, '$1'),
      size: Number(size),
      x: Number(x),
      y: Number(y),
      bold: font === 'B',
    }));
  });

/** All texts of each page, without the blanks at which lines may break. */
export const wordsOf = (document: StoredDocument | null): string[] =>
  textsOf(document).map((texts) => texts.map(({ text }) => text.replace(/\s/g, '')).join('|'));
