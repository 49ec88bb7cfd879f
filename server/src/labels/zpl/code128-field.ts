import { type Code128Symbol, FUNCTION_1, SHIFT } from '@lading/contract/code128.ts';

/** Code set switches of ^BC in Zebra's ZPL II programming guide. */
const STARTS: Record<number, string> = { 103: '>9', 104: '>:', 105: '>;' };
const SWITCHES: Record<number, string> = { 99: '>5', 100: '>6', 101: '>7' };
const SETS: Record<number, 'A' | 'B' | 'C'> = { 99: 'C', 100: 'B', 101: 'A', 103: 'A', 104: 'B', 105: 'C' };
const SPECIAL: Record<string, string> = { '^': '><', '>': '>0', '~': '>=' };

/** Uses the symbol characters of our encoder, so that printer and PDF produce the same bars. */
export function code128Field({ codewords }: Code128Symbol): string {
  let set = SETS[codewords[0] ?? 0] ?? 'B';
  let field = STARTS[codewords[0] ?? 0] ?? '';
  let shifted = false;
  // The printer adds the check character.
  for (const codeword of codewords.slice(1, -1)) {
    if (codeword === FUNCTION_1) field += '>8';
    else if (set === 'C' && codeword < 99) field += String(codeword).padStart(2, '0');
    else if (set === 'C' && codeword === 99) field += '99';
    else if (codeword === SHIFT) {
      field += '>4';
      shifted = true;
    } else if (SWITCHES[codeword] !== undefined) {
      field += SWITCHES[codeword];
      set = SETS[codeword] ?? set;
    } else {
      const inA = (set === 'A') !== shifted;
      field += character(codeword, inA);
      shifted = false;
    }
  }
  return field;
}

/** Set A has control characters where B has lowercase letters; the printer expects their set C number. */
function character(codeword: number, inA: boolean): string {
  if (inA && codeword >= 64) return String.fromCharCode(codeword - 64);
  const shown = String.fromCharCode(codeword + 32);
  return SPECIAL[shown] ?? shown;
}
