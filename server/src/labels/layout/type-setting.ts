import { widthOfText } from '../drawing/win-ansi.ts';

/** The largest size up to the wanted one that fits, or else the smallest allowed. */
export function sizeThatFits(
  text: string,
  width: number,
  wanted: number,
  smallest: number,
  bold: boolean,
): number {
  const wide = widthOfText(text, wanted, bold);
  if (wide <= width) return wanted;
  return Math.max(smallest, Math.floor((wanted * width) / wide));
}

/** Breaks between words, and inside a word only when it is wider than the line. */
function wrap(text: string, width: number, size: number, bold: boolean): string[] {
  if (widthOfText(text, size, bold) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((part) => pieces(part, width, size, bold))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOfText(longer, size, bold) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  return lines.filter((part) => part !== '');
}

function pieces(word: string, width: number, size: number, bold: boolean): string[] {
  if (widthOfText(word, size, bold) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && widthOfText(part + character, size, bold) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

interface Block {
  lines: string[];
  size: number;
}

export const LEADING = 1.14;

/** Lines first wrap, then shrink, and finally are cut with dots. */
export function setBlock(
  lines: string[],
  space: { width: number; height: number; size: number; smallest: number; bold: boolean },
): Block {
  const { width, height, smallest, bold } = space;
  for (let size = space.size; ; size = Math.max(smallest, Math.floor(size * 0.92))) {
    const set = lines.map((line) => wrap(line, width, size, bold));
    const room = Math.max(1, Math.floor(height / (size * LEADING)));
    if (set.flat().length <= room) return { lines: set.flat(), size };
    if (size > smallest) continue;
    return { lines: cutToRoom(set, room, (line) => cutToWidth(line, width, size, bold, true)), size };
  }
}

/** Cuts the longest lines first. The last address line stays complete. */
function cutToRoom(set: string[][], room: number, dotted: (line: string) => string): string[] {
  const kept = set.map((lines) => [...lines]);
  for (;;) {
    const excess = kept.flat().length - room;
    if (excess <= 0) return kept.flat();
    const longest = kept.slice(0, -1).reduce((most, lines) => Math.max(most, lines.length), 0);
    const group = kept.findLast((lines, at) => lines.length === longest && at < kept.length - 1);
    if (!group || longest < 2) {
      const shown = kept.flat();
      return [
        ...shown.slice(0, Math.max(0, room - 2)),
        dotted(shown[room - 2] ?? ''),
        ...shown.slice(-1),
      ].slice(-room);
    }
    group.pop();
    group.push(dotted(group.pop() ?? ''));
  }
}

export function cutToWidth(text: string, width: number, size: number, bold: boolean, always = false): string {
  if (!always && widthOfText(text, size, bold) <= width) return text;
  const characters = [...text.replace(/…$/, '')];
  while (characters.length > 0 && widthOfText(`${characters.join('')}…`, size, bold) > width)
    characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
