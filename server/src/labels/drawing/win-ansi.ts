import { HELVETICA_BOLD_WIDTHS, HELVETICA_WIDTHS } from '../pdf/font-metrics.ts';

/** WinAnsi is Latin-1 with these characters at 128 to 159; a space means none. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const bytes = new Map<string, number>();
for (let code = 32; code < 127; code++) bytes.set(String.fromCharCode(code), code);
for (let code = 160; code < 256; code++) bytes.set(String.fromCharCode(code), code);
[...HIGH].forEach((character, index) => {
  if (character !== ' ') bytes.set(character, 128 + index);
});

/** The byte in the standard PDF fonts; undefined when they lack the character. */
export const winAnsiByte = (character: string): number | undefined => bytes.get(character);

/** Widths by character code, for codes that equal their WinAnsi byte. */
const directly = (widths: readonly number[]) =>
  Uint16Array.from({ length: 256 }, (_, code) => (code >= 127 && code < 160 ? 0 : (widths[code - 32] ?? 0)));
const REGULAR = { widths: HELVETICA_WIDTHS, direct: directly(HELVETICA_WIDTHS) };
const BOLD = { widths: HELVETICA_BOLD_WIDTHS, direct: directly(HELVETICA_BOLD_WIDTHS) };

/** In the unit of the size. */
export function widthOfText(text: string, size: number, bold: boolean): number {
  const { widths, direct } = bold ? BOLD : REGULAR;
  let total = 0;
  for (let at = 0; at < text.length; at++) {
    total += direct[text.charCodeAt(at)] || (widths[(winAnsiByte(text.charAt(at)) ?? 63) - 32] ?? 0);
  }
  return (total * size) / 1000;
}
