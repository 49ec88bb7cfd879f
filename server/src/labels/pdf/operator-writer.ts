const ZERO = 48;
const MINUS = 45;
const SPACE = 32;
/** More than an integer with its sign and a space needs. */
const LONGEST_NUMBER = 24;

/** Collects the operators of a page as bytes, because joining strings for hundreds of numbers per page is slow. */
export class OperatorWriter {
  #bytes = new Uint8Array(16_384);
  #length = 0;

  clear() {
    this.#length = 0;
  }

  /** The bytes written so far, valid until the next call. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Characters up to U+00FF, one byte each. */
  text(value: string) {
    this.#makeRoom(value.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < value.length; index++) bytes[at++] = value.charCodeAt(index);
    this.#length = at;
  }

  /** Whole numbers before an operator. */
  operator(name: string, ...operands: number[]) {
    this.#makeRoom(operands.length * LONGEST_NUMBER);
    for (const operand of operands) this.#length = putNumber(this.#bytes, this.#length, operand);
    this.text(name);
  }

  /** The most frequent operator. */
  rectangle(x: number, y: number, width: number, height: number) {
    this.#makeRoom(4 * LONGEST_NUMBER + 3);
    const bytes = this.#bytes;
    let at = putNumber(bytes, this.#length, x);
    at = putNumber(bytes, at, y);
    at = putNumber(bytes, at, width);
    at = putNumber(bytes, at, height);
    bytes[at++] = 0x72;
    bytes[at++] = 0x65;
    bytes[at++] = 0x0a;
    this.#length = at;
  }

  #makeRoom(length: number) {
    if (this.#length + length <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#bytes.length + length));
    larger.set(this.written());
    this.#bytes = larger;
  }
}

/** Writes an integer and a space, and returns the next position. */
function putNumber(bytes: Uint8Array, from: number, value: number): number {
  let at = from;
  let rest = value | 0;
  if (rest < 0) {
    bytes[at++] = MINUS;
    rest = -rest;
  }
  const end = at + (rest < 10 ? 1 : rest < 100 ? 2 : rest < 1000 ? 3 : String(rest).length);
  for (let place = end - 1; place >= at; place--) {
    const shorter = (rest / 10) | 0;
    bytes[place] = ZERO + rest - 10 * shorter;
    rest = shorter;
  }
  bytes[end] = SPACE;
  return end + 1;
}
