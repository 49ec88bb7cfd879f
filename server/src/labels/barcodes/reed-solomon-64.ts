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

const generators = new Map<number, number[]>();

function generator(size: number): number[] {
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
  const made = polynomial.slice(1);
  generators.set(size, made);
  return made;
}

export function correctionFor(message: readonly number[], size: number): number[] {
  const factors = generator(size);
  const rest = new Array<number>(size).fill(0);
  for (const codeword of message) {
    const lead = codeword ^ (rest[0] ?? 0);
    for (let at = 0; at < size; at++) rest[at] = (rest[at + 1] ?? 0) ^ times(lead, factors[at] ?? 0);
  }
  return rest;
}
