/** Reed–Solomon over GF(64) with x⁶ + x + 1, as MaxiCode uses it: roots α¹ … αⁿ. */

const POLYNOMIAL = 0x43;
const ORDER = 63;

const powers = new Uint8Array(2 * ORDER);
const logarithms = new Uint8Array(64);
let element = 1;
for (let power = 0; power < ORDER; power++) {
  powers[power] = element;
  powers[power + ORDER] = element;
  logarithms[element] = power;
  element <<= 1;
  if (element > ORDER) element ^= POLYNOMIAL;
}

const times = (a: number, b: number) =>
  a === 0 || b === 0 ? 0 : (powers[(logarithms[a] ?? 0) + (logarithms[b] ?? 0)] ?? 0);

/** All products, because a lookup is cheaper than two logarithms. */
const products = new Uint8Array(64 * 64);
for (let a = 0; a < 64; a++) for (let b = 0; b < 64; b++) products[64 * a + b] = times(a, b);

const generators = new Map<number, Uint8Array>();

function generator(size: number): Uint8Array {
  const known = generators.get(size);
  if (known) return known;
  let polynomial = [1];
  for (let power = 1; power <= size; power++) {
    const root = powers[power] ?? 0;
    const next = [...polynomial, 0];
    polynomial.forEach((value, at) => {
      next[at + 1] = (next[at + 1] ?? 0) ^ times(value, root);
    });
    polynomial = next;
  }
  const made = Uint8Array.from(polynomial.slice(1));
  generators.set(size, made);
  return made;
}

/** Corrects every `step`-th codeword of the message, beginning with `first`. */
export function correctionFor(message: readonly number[], size: number, first = 0, step = 1): Uint8Array {
  const factors = generator(size);
  // One extra position: it stays 0 and shifts in.
  const rest = new Uint8Array(size + 1);
  for (let index = first; index < message.length; index += step) {
    const row = 64 * ((message[index] ?? 0) ^ (rest[0] ?? 0));
    for (let at = 0; at < size; at++)
      rest[at] = (rest[at + 1] ?? 0) ^ (products[row + (factors[at] ?? 0)] ?? 0);
  }
  return rest.subarray(0, size);
}
