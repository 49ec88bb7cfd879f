/**
 * One fixed pair of Huffman codes for all label pages (RFC 1951, dynamic block), so that no page has to count its
 * characters first. Each digit is the length of a code in hexadecimal. Derived in 2026-11 from the characters and
 * repetitions in 200 label pages of the four carriers; every symbol has a code, so any page can be written.
 */
const LITERAL_LENGTHS =
  'dddddddddd8ddddddddddddddddddddd2dddddbdaaddd89943455555569dddddd799879997aa89878a7768a9aaadbddd' +
  'dddab96addbddaddda9ddddddddddddddddddddddddddddddddddddbdddddddddddddddddddddddddddddddddddddddd' +
  'ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddbd746d7dddd5dddddddddddddddddd';
const DISTANCE_LENGTHS = 'bbbbbb222b34678878889abbbb9bbb';

interface Codes {
  /** Bit-reversed, because a stream starts with the lowest bit. */
  codes: Uint16Array;
  lengths: Uint8Array;
}

export const LITERALS = codesOf(Uint8Array.from(LITERAL_LENGTHS, hexDigit));
export const DISTANCES = codesOf(Uint8Array.from(DISTANCE_LENGTHS, hexDigit));
export const END_OF_BLOCK = 256;

function hexDigit(digit: string): number {
  return Number.parseInt(digit, 16);
}

/** Canonical codes: shorter first, then by symbol. */
function codesOf(lengths: Uint8Array): Codes {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      codes[symbol] = reversed(code, length);
      code += 1;
    }
    code <<= 1;
  }
  return { codes, lengths };
}

function reversed(code: number, length: number): number {
  let turned = 0;
  for (let bit = 0; bit < length; bit++) turned = (turned << 1) | ((code >> bit) & 1);
  return turned;
}

/** For each value, its symbol, the number of extra bits and the first value of the symbol. */
interface Ranges {
  symbols: Uint8Array;
  bases: Uint16Array;
  extraBits: Uint8Array;
}

const LENGTH_EXTRA_BITS = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCE_EXTRA_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];

function rangesOf(first: number, last: number, extraBits: number[]): Ranges {
  const symbols = new Uint8Array(last + 1);
  const bases = new Uint16Array(extraBits.length);
  let value = first;
  extraBits.forEach((bits, symbol) => {
    bases[symbol] = value;
    symbols.fill(symbol, value, value + 2 ** bits);
    value += 2 ** bits;
  });
  return { symbols, bases, extraBits: Uint8Array.from(extraBits) };
}

/** Repetitions of 3 to 258 bytes. The longest one has a symbol of its own. */
export const LENGTHS = rangesOf(3, 258, LENGTH_EXTRA_BITS);
LENGTHS.bases[28] = 258;
LENGTHS.symbols[258] = 28;

export const LARGEST_DISTANCE = 32_768;
export const BACK = rangesOf(1, LARGEST_DISTANCE, DISTANCE_EXTRA_BITS);

/** The order in which a block lists the lengths of the code that describes both codes. */
const DESCRIPTION_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const REPEAT = 16;
/** Lengths of the codes of this third code, by symbol: the lengths 3 to 13, and the repetition of a length. */
const DESCRIPTION_LENGTHS = [0, 0, 5, 5, 5, 4, 4, 4, 4, 4, 4, 5, 0, 2, 0, 0, 2];

interface BlockHeader {
  bytes: Uint8Array;
  /** The bits after the last full byte. */
  bits: number;
  count: number;
}

/** The header of a page's only block, up to its first symbol. */
export const BLOCK_HEADER = blockHeader();

function blockHeader(): BlockHeader {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1);
  };
  put(0b101, 3);
  put(LITERALS.lengths.length - 257, 5);
  put(DISTANCES.lengths.length - 1, 5);
  put(DESCRIPTION_ORDER.length - 4, 4);
  const description = codesOf(
    Uint8Array.from({ length: 19 }, (_, symbol) => DESCRIPTION_LENGTHS[symbol] ?? 0),
  );
  for (const symbol of DESCRIPTION_ORDER) put(description.lengths[symbol] ?? 0, 3);
  const putSymbol = (symbol: number) => put(description.codes[symbol] ?? 0, description.lengths[symbol] ?? 0);
  const all = [...LITERALS.lengths, ...DISTANCES.lengths];
  for (let at = 0; at < all.length; ) {
    const length = all[at] ?? 0;
    putSymbol(length);
    at += 1;
    let same = 0;
    while (all[at + same] === length) same++;
    for (; same >= 3; ) {
      const repeated = Math.min(6, same);
      putSymbol(REPEAT);
      put(repeated - 3, 2);
      same -= repeated;
      at += repeated;
    }
  }
  const full = Math.floor(bits.length / 8);
  const valueBetween = (from: number, to: number) =>
    bits.slice(from, to).reduce((value, bit, at) => value | (bit << at), 0);
  return {
    bytes: Uint8Array.from({ length: full }, (_, at) => valueBetween(8 * at, 8 * at + 8)),
    bits: valueBetween(8 * full, bits.length),
    count: bits.length - 8 * full,
  };
}
