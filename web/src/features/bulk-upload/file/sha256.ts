const ROUNDS = 64;
const BLOCK = 64;

/** The algorithm's constants: fractional parts of roots of the first primes. */
function constants(): { roundKeys: Uint32Array; start: Uint32Array } {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < ROUNDS; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return {
    roundKeys: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    start: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  };
}

const rotate = (value: number, by: number) => (value >>> by) | (value << (32 - by));

/** Pads the message with its end marker and length to whole blocks. */
function padded(bytes: Uint8Array): DataView<ArrayBuffer> {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const message = new Uint8Array(length);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  return view;
}

/** SHA-256 (FIPS 180-4) for pages on plain HTTP, where browsers do not offer `crypto.subtle`. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const { roundKeys, start: state } = constants();
  const message = padded(bytes);
  const words = new Uint32Array(ROUNDS);
  const at = (index: number) => words[index] ?? 0;
  for (let block = 0; block < message.byteLength; block += BLOCK) {
    for (let index = 0; index < 16; index += 1) words[index] = message.getUint32(block + index * 4);
    for (let index = 16; index < ROUNDS; index += 1) {
      const before = at(index - 15);
      const last = at(index - 2);
      const first = rotate(before, 7) ^ rotate(before, 18) ^ (before >>> 3);
      const second = rotate(last, 17) ^ rotate(last, 19) ^ (last >>> 10);
      words[index] = at(index - 16) + first + at(index - 7) + second;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let index = 0; index < ROUNDS; index += 1) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const one =
        (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (roundKeys[index] ?? 0) + at(index)) |
        0;
      const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [index, value] of [a, b, c, d, e, f, g, h].entries())
      state[index] = (state[index] ?? 0) + value;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, value] of state.entries()) digest.setUint32(index * 4, value);
  return new Uint8Array(digest.buffer);
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export async function hashOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Absent on plain HTTP, although its type says otherwise.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return toHex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes));
}
