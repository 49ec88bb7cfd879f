import { MAXICODE_ALWAYS_DARK, MAXICODE_PLACES } from './maxicode-grid.ts';
import { maxiCodeText, padded, postalValue } from './maxicode-message.ts';
import { correctionFor } from './reed-solomon-64.ts';

export const MAXICODE_ROWS = 33;
export const MAXICODE_COLUMNS = 30;

export interface MaxiCodeSymbol {
  mode: 2 | 3;
  /**
   * 144 six-bit values: primary message with its correction, then secondary message with both corrections.
   */
  codewords: number[];
  /**
   * 30 positions per row, 1 = dark hexagon. Odd rows are shifted right by half a hexagon. Without the
   * bull's-eye.
   */
  grid: Uint8Array;
}

export interface MaxiCodeRouting {
  /** Five or nine digits make mode 2, anything else up to six characters mode 3. */
  postalCode: string;
  /** Three digits of ISO 3166-1. */
  country: number;
  serviceClass: number;
}

export const SECONDARY_LENGTH = 84;

/** Codewords of the secondary message; more than 84 do not fit. */
export const maxiCodeLength = (text: string) => maxiCodeText(text).length;

export function encodeMaxiCode(routing: MaxiCodeRouting, text: string): MaxiCodeSymbol {
  const mode = /^(\d{5}|\d{9})$/.test(routing.postalCode) ? 2 : 3;
  const secondary = maxiCodeText(text);
  if (secondary.length > SECONDARY_LENGTH) throw new RangeError('The message is too long for MaxiCode');
  const primary = primaryMessage(mode, routing);
  const rest = padded(secondary, SECONDARY_LENGTH);
  const codewords = [...primary, ...correctionFor(primary, 10), ...rest, ...interleavedCorrection(rest)];
  return { mode, codewords, grid: place(codewords) };
}

/** Even and odd positions are corrected separately, which spreads a scratch over both. */
function interleavedCorrection(message: number[]): number[] {
  const even = correctionFor(message, 20, 0, 2);
  const odd = correctionFor(message, 20, 1, 2);
  const both: number[] = [];
  for (let at = 0; at < 20; at++) both.push(even[at] ?? 0, odd[at] ?? 0);
  return both;
}

/** Bits of the primary message count from 1, six per codeword; each field lists its positions, highest bit first. */
const MODE_PLACES = [3, 4, 5, 6];
const COUNTRY_PLACES = [53, 54, 43, 44, 45, 46, 47, 48, 37, 38];
const CLASS_PLACES = [55, 56, 57, 58, 59, 60, 49, 50, 51, 52];
const POSTAL_LENGTH_PLACES = [39, 40, 41, 42, 31, 32];
const POSTAL_NUMBER_PLACES = [
  33, 34, 35, 36, 25, 26, 27, 28, 29, 30, 19, 20, 21, 22, 23, 24, 13, 14, 15, 16, 17, 18, 7, 8, 9, 10, 11, 12,
  1, 2,
];
const POSTAL_TEXT_PLACES = [...POSTAL_LENGTH_PLACES, ...POSTAL_NUMBER_PLACES];

function primaryMessage(mode: 2 | 3, routing: MaxiCodeRouting): number[] {
  const codewords = new Array<number>(10).fill(0);
  const put = (value: number, places: readonly number[]) => {
    for (let at = 0; at < places.length; at++) {
      const place = (places[at] ?? 1) - 1;
      const bit = (value >>> (places.length - 1 - at)) & 1;
      const index = Math.trunc(place / 6);
      codewords[index] = (codewords[index] ?? 0) | (bit << (5 - (place % 6)));
    }
  };
  put(mode, MODE_PLACES);
  put(routing.country % 1000, COUNTRY_PLACES);
  put(routing.serviceClass % 1000, CLASS_PLACES);
  if (mode === 2) {
    put(routing.postalCode.length, POSTAL_LENGTH_PLACES);
    put(Number(routing.postalCode), POSTAL_NUMBER_PLACES);
  } else {
    const characters = [...routing.postalCode.toUpperCase().padEnd(6).slice(0, 6)];
    characters.forEach((character, at) => {
      put(postalValue(character), POSTAL_TEXT_PLACES.slice(6 * at, 6 * at + 6));
    });
  }
  return codewords;
}

const PLACES = Uint16Array.from({ length: 864 }, (_, bit) =>
  Number.parseInt(MAXICODE_PLACES.slice(2 * bit, 2 * bit + 2), 36),
);

function place(codewords: readonly number[]): Uint8Array {
  const grid = new Uint8Array(MAXICODE_ROWS * MAXICODE_COLUMNS);
  for (const spot of MAXICODE_ALWAYS_DARK) grid[spot] = 1;
  for (let bit = 0; bit < PLACES.length; bit++) {
    const codeword = codewords[Math.trunc(bit / 6)] ?? 0;
    if ((codeword >> (5 - (bit % 6))) & 1) grid[PLACES[bit] ?? 0] = 1;
  }
  return grid;
}
