import { type PdfDictionary, type PdfValue, Reference, UnreadablePdf } from './pdf-value.ts';

const DEEPEST = 60;

const WHITE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)));
const [OPEN, CLOSE, LESS, MORE, SLASH, BACKSLASH, PERCENT] = [40, 41, 60, 62, 47, 92, 37];

/** Only names, strings, numbers and keywords may reach the output. */
const PLAIN = /^(\/|\(|<[^<]|[+\-.\d]+$|(true|false|null)$)/;

/** The remaining bytes that we may scan; a cyclic file uses them up. */
export interface Effort {
  left: number;
}

/** Parses PDF values from an offset. */
export class ValueReader {
  at: number;
  readonly #bytes: Buffer;
  readonly #effort: Effort;

  constructor(bytes: Buffer, at: number, effort: Effort) {
    this.#bytes = bytes;
    this.at = at;
    this.#effort = effort;
  }

  /** A value; two numbers and an R are a reference. */
  value(depth = 0): PdfValue {
    if (depth > DEEPEST) throw new UnreadablePdf('it is nested too deeply');
    const token = this.token();
    if (token === '[') return this.#list(depth);
    if (token === '<<') return this.#dictionary(depth);
    if (!PLAIN.test(token)) throw new UnreadablePdf('it is damaged');
    return /^\d{1,10}$/.test(token) ? (this.#reference(Number(token)) ?? token) : token;
  }

  /** The next token; empty at the end. */
  token(): string {
    this.#skipSpace();
    const from = this.at;
    const [first, second] = [this.#bytes[from], this.#bytes[from + 1]];
    if (first === undefined) return '';
    if (first === OPEN) this.#passString();
    else if ((first === LESS && second === LESS) || (first === MORE && second === MORE)) this.at += 2;
    else if (first === LESS) this.#passTo(MORE);
    else if (first === SLASH || !DELIMITERS.has(first)) this.#passWord();
    else this.at += 1;
    this.#spend(this.at - from);
    return this.#bytes.toString('latin1', from, this.at);
  }

  #list(depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      const before = this.at;
      if (this.token() === ']') return items;
      this.at = before;
      items.push(this.value(depth + 1));
    }
  }

  #dictionary(depth: number): PdfDictionary {
    const entries: PdfDictionary = new Map();
    for (;;) {
      const name = this.token();
      if (name === '>>') return entries;
      if (!name.startsWith('/')) throw new UnreadablePdf('it is damaged');
      entries.set(name, this.value(depth + 1));
    }
  }

  #reference(id: number): Reference | null {
    const before = this.at;
    if (/^\d{1,5}$/.test(this.token()) && this.token() === 'R') return new Reference(id);
    this.at = before;
    return null;
  }

  #skipSpace() {
    const from = this.at;
    for (;;) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) break;
      if (WHITE.has(byte)) this.at += 1;
      else if (byte === PERCENT) {
        while (this.at < this.#bytes.length && !isLineEnd(this.#bytes[this.at])) this.at += 1;
      } else break;
    }
    this.#spend(this.at - from);
  }

  #passWord() {
    this.at += 1;
    for (;;) {
      const byte = this.#bytes[this.at];
      if (byte === undefined || WHITE.has(byte) || DELIMITERS.has(byte)) return;
      this.at += 1;
    }
  }

  #passTo(end: number) {
    const found = this.#bytes.indexOf(end, this.at);
    if (found === -1) throw new UnreadablePdf('it is damaged');
    this.at = found + 1;
  }

  /** Parentheses in a string are balanced or escaped. */
  #passString() {
    let open = 0;
    for (; this.at < this.#bytes.length; this.at++) {
      const byte = this.#bytes[this.at];
      if (byte === BACKSLASH) this.at += 1;
      else if (byte === OPEN) open += 1;
      else if (byte === CLOSE) open -= 1;
      if (open === 0) {
        this.at += 1;
        return;
      }
    }
    throw new UnreadablePdf('it is damaged');
  }

  #spend(bytes: number) {
    this.#effort.left -= bytes + 1;
    if (this.#effort.left < 0) throw new UnreadablePdf('it is too complex');
  }
}

const isLineEnd = (byte: number | undefined) => byte === 10 || byte === 13;
