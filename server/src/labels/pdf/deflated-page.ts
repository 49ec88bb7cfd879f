import { BACK, BLOCK_HEADER, DISTANCES, END_OF_BLOCK, LARGEST_DISTANCE, LITERALS } from './deflate-codes.ts';
import { type Fragment, fragmentOf, MAX_PHRASES, type Phrase } from './deflate-fragments.ts';

/** The state of a writer, see `DeflatedPage`. */
export interface PageStart {
  bytes: Uint8Array;
  bits: number;
  count: number;
  length: number;
  low: number;
  high: number;
  positions: Int32Array;
}

/** RFC 1950: deflate with a window of 32 KB, fastest level. */
const ZLIB_HEADER = [0x78, 0x01] as const;
const CHECKSUM_PRIME = 65_521;
/** With at most this many characters, sums below `LARGE_SUM` stay below 2³¹. */
const MAX_TEXT_LENGTH = 200;
const LARGE_SUM = 4_000_000;
/** The longest code of a character has 13 bits. */
const MAX_BYTES_PER_CHARACTER = 2;
/** More than a reference and the end of the block need. */
const SPARE_BYTES = 32;

const EMPTY: PageStart = {
  bytes: Uint8Array.of(...ZLIB_HEADER, ...BLOCK_HEADER.bytes),
  bits: BLOCK_HEADER.bits,
  count: BLOCK_HEADER.count,
  length: 0,
  low: 1,
  high: 0,
  positions: new Int32Array(MAX_PHRASES).fill(-1),
};

const NOTHING = fragmentOf('');
const MAX_LISTED_LENGTH = 32;
/** The codes of short distances, with their extra bits: at most 15. */
const NEAR = 64;
const NEAR_CODES = new Uint16Array(NEAR);
const NEAR_BITS = new Uint8Array(NEAR);
for (let distance = 1; distance < NEAR; distance++) {
  const kind = BACK.symbols[distance] ?? 0;
  const bits = DISTANCES.lengths[kind] ?? 0;
  NEAR_CODES[distance] = (DISTANCES.codes[kind] ?? 0) | ((distance - (BACK.bases[kind] ?? 0)) << bits);
  NEAR_BITS[distance] = bits + (BACK.extraBits[kind] ?? 0);
}

/** Whole numbers from 0 up, each followed by a space. */
const NUMBERS = Array.from({ length: 1300 }, (_, value) => fragmentOf(`${value} `));

/**
 * Writes the content of a page compressed, in zlib's format. zlib would spend more time on searching a page for
 * repetitions than it takes to draw it; here the caller knows what repeats.
 */
export class DeflatedPage {
  #out = new Uint8Array(16_384);
  #to = 0;
  /** At most 15 bits that are not a full word yet. */
  #bits = 0;
  #count = 0;
  /** Uncompressed. */
  #length = 0;
  /** The sums of Adler-32, reduced by the modulus only when they become large. */
  #low = 1;
  #high = 0;
  #positions = new Int32Array(MAX_PHRASES);

  begin({ bytes, bits, count, length, low, high, positions }: PageStart = EMPTY) {
    this.#out.set(bytes);
    this.#to = bytes.length;
    this.#bits = bits;
    this.#count = count;
    this.#length = length;
    this.#low = low;
    this.#high = high;
    this.#positions.set(positions);
  }

  /** What was written so far, for pages that start the same way. */
  start(): PageStart {
    return {
      bytes: this.#out.slice(0, this.#to),
      bits: this.#bits,
      count: this.#count,
      length: this.#length,
      low: this.#low,
      high: this.#high,
      positions: this.#positions.slice(),
    };
  }

  /** Returns the compressed page. */
  finish(): Uint8Array {
    this.#makeRoom(0);
    this.#put(LITERALS.codes[END_OF_BLOCK] ?? 0, LITERALS.lengths[END_OF_BLOCK] ?? 0);
    for (; this.#count > 0; this.#count -= 8) {
      this.#out[this.#to++] = this.#bits;
      this.#bits >>>= 8;
    }
    for (const sum of [this.#high % CHECKSUM_PRIME, this.#low % CHECKSUM_PRIME]) {
      this.#out[this.#to++] = sum >>> 8;
      this.#out[this.#to++] = sum;
    }
    // A small buffer comes from Node's pool, which is cheaper than an array of its own.
    return Buffer.from(this.#out.subarray(0, this.#to));
  }

  /** Characters up to U+00FF. */
  text(value: string) {
    if (value.length > MAX_TEXT_LENGTH) {
      this.text(value.slice(0, MAX_TEXT_LENGTH));
      this.text(value.slice(MAX_TEXT_LENGTH));
      return;
    }
    const { codes, lengths } = LITERALS;
    this.#makeRoom(value.length);
    const out = this.#out;
    let to = this.#to;
    let bits = this.#bits;
    let count = this.#count;
    let low = this.#low;
    let high = this.#high;
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at) & 0xff;
      bits |= (codes[code] ?? 0) << count;
      count += lengths[code] ?? 0;
      if (count >= 16) {
        out[to++] = bits;
        out[to++] = bits >>> 8;
        bits >>>= 16;
        count -= 16;
      }
      low += code;
      high += low;
    }
    this.#to = to;
    this.#bits = bits;
    this.#count = count;
    this.#length += value.length;
    this.#setSums(low, high);
  }

  /** A whole number and a space. */
  number(value: number) {
    const known = NUMBERS[value];
    if (known) this.fragment(known);
    else this.text(`${value} `);
  }

  fragment(fragment: Fragment) {
    this.#makeRoom(fragment.length);
    const { words } = fragment;
    if (words.length > 0) {
      const out = this.#out;
      const count = this.#count;
      let to = this.#to;
      let bits = this.#bits;
      for (let at = 0; at < words.length; at++) {
        bits |= (words[at] ?? 0) << count;
        out[to++] = bits;
        out[to++] = bits >>> 8;
        bits >>>= 16;
      }
      this.#to = to;
      this.#bits = bits;
    }
    this.#put(fragment.rest, fragment.restBits);
    this.#add(fragment);
  }

  phrase(phrase: Phrase) {
    const before = this.#positions[phrase.index] ?? -1;
    const distance = this.#length - before;
    this.#positions[phrase.index] = this.#length;
    if (before < 0 || distance > LARGEST_DISTANCE) {
      this.fragment(phrase);
      return;
    }
    this.#makeRoom(0);
    this.#put(phrase.repetition, phrase.repetitionBits);
    const kind = BACK.symbols[distance] ?? 0;
    this.#put(DISTANCES.codes[kind] ?? 0, DISTANCES.lengths[kind] ?? 0);
    this.#put(distance - (BACK.bases[kind] ?? 0), BACK.extraBits[kind] ?? 0);
    this.#add(phrase);
  }

  /**
   * Fragments of at most 32 characters with the phrase between them. All state is in local variables, because bar
   * codes have hundreds of them.
   */
  list(phrase: Phrase, fragments: readonly Fragment[], length: number) {
    this.#makeRoom(length * (phrase.length + MAX_LISTED_LENGTH));
    for (let at = 0; at < length && at < 2; at++) {
      if (at > 0) this.phrase(phrase);
      this.fragment(fragments[at] ?? NOTHING);
    }
    if (length <= 2) return;
    const out = this.#out;
    let [to, bits, count, low, high, written] = [
      this.#to,
      this.#bits,
      this.#count,
      this.#low,
      this.#high,
      this.#length,
    ];
    let before = fragments[1] ?? NOTHING;
    for (let at = 2; at < length; at++) {
      const fragment = fragments[at] ?? NOTHING;
      const distance = phrase.length + before.length;
      this.#positions[phrase.index] = written;
      bits |= phrase.repetition << count;
      count += phrase.repetitionBits;
      if (count >= 16) {
        out[to++] = bits;
        out[to++] = bits >>> 8;
        bits >>>= 16;
        count -= 16;
      }
      bits |= (NEAR_CODES[distance] ?? 0) << count;
      count += NEAR_BITS[distance] ?? 0;
      if (count >= 16) {
        out[to++] = bits;
        out[to++] = bits >>> 8;
        bits >>>= 16;
        count -= 16;
      }
      const { words } = fragment;
      for (let word = 0; word < words.length; word++) {
        bits |= (words[word] ?? 0) << count;
        out[to++] = bits;
        out[to++] = bits >>> 8;
        bits >>>= 16;
      }
      bits |= fragment.rest << count;
      count += fragment.restBits;
      if (count >= 16) {
        out[to++] = bits;
        out[to++] = bits >>> 8;
        bits >>>= 16;
        count -= 16;
      }
      high += phrase.length * low + phrase.high;
      low += phrase.low;
      high += fragment.length * low + fragment.high;
      low += fragment.low;
      if (high > LARGE_SUM) high %= CHECKSUM_PRIME;
      if (low > LARGE_SUM) low %= CHECKSUM_PRIME;
      written += phrase.length + fragment.length;
      before = fragment;
    }
    this.#to = to;
    this.#bits = bits;
    this.#count = count;
    this.#low = low;
    this.#high = high;
    this.#length = written;
  }

  /** At most 16 bits. */
  #put(value: number, bits: number) {
    const all = this.#bits | (value << this.#count);
    const count = this.#count + bits;
    if (count < 16) {
      this.#bits = all;
      this.#count = count;
      return;
    }
    this.#out[this.#to++] = all;
    this.#out[this.#to++] = all >>> 8;
    this.#bits = all >>> 16;
    this.#count = count - 16;
  }

  #add({ length, low, high }: Fragment) {
    this.#length += length;
    this.#setSums(this.#low + low, this.#high + length * this.#low + high);
  }

  #setSums(low: number, high: number) {
    this.#low = low > LARGE_SUM ? low % CHECKSUM_PRIME : low;
    this.#high = high > LARGE_SUM ? high % CHECKSUM_PRIME : high;
  }

  #makeRoom(characters: number) {
    const needed = this.#to + MAX_BYTES_PER_CHARACTER * characters + SPARE_BYTES;
    if (needed <= this.#out.length) return;
    const larger = new Uint8Array(2 * needed);
    larger.set(this.#out.subarray(0, this.#to));
    this.#out = larger;
  }
}
