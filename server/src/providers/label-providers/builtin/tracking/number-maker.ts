import { checkDigit } from './check-digits.ts';
import { MADE_NUMBERS, type MadeNumber } from './made-numbers.ts';

export type NumberedService = keyof typeof MADE_NUMBERS;

export const NUMBERED_SERVICES = Object.keys(MADE_NUMBERS) as readonly NumberedService[];

export const isNumberedService = (code: string): code is NumberedService => Object.hasOwn(MADE_NUMBERS, code);

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SYMBOLS: Record<string, string> = { d: DIGITS, a: LETTERS, x: DIGITS + LETTERS };

interface Block {
  alphabets: string[];
  size: bigint;
  step: bigint;
}

/**
 * Steps through a block by about 0.618 of its size, so that consecutive labels differ in more than one digit.
 * A step coprime to the size reaches every number once.
 */
function blockOf(pattern: string): Block {
  const alphabets = [...pattern].map((symbol) => SYMBOLS[symbol] ?? '');
  const size = alphabets.reduce((product, alphabet) => product * BigInt(alphabet.length), 1n);
  let step = (size * 618_034n) / 1_000_000n;
  while (commonFactor(step, size) !== 1n) step++;
  return { alphabets, size, step };
}

const commonFactor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonFactor(b, a % b));

const BLOCKS = new Map<string, Block[]>(
  Object.entries(MADE_NUMBERS).map(([service, { blocks }]) => [service, blocks.map(blockOf)]),
);

const blocksOf = (service: NumberedService) => BLOCKS.get(service) ?? [];

/** The number of serials of a service, which start at 0. */
export const capacityOf = (service: NumberedService): bigint =>
  blocksOf(service).reduce((sum, { size }) => sum + size, 0n);

/** Unique per service and serial. */
export function makeTrackingNumber(service: NumberedService, serial: bigint | number): string {
  if (typeof serial === 'number' && !Number.isSafeInteger(serial))
    throw new RangeError(
      `${serial} cannot be the serial of a parcel: it is not a whole number in the safe range`,
    );
  let rest = BigInt(serial);
  if (rest < 0n) throw new RangeError(`${serial} cannot be the serial of a parcel: it is negative`);
  for (const block of blocksOf(service)) {
    if (rest < block.size) return assemble(MADE_NUMBERS[service], spell(block, rest));
    rest -= block.size;
  }
  throw new RangeError(
    `${service} has numbers for ${capacityOf(service)} parcels; serial ${serial} is out of range`,
  );
}

function spell({ alphabets, size, step }: Block, index: bigint): string {
  let rest = ((index + 1n) * step) % size;
  let text = '';
  for (const alphabet of alphabets.toReversed()) {
    const base = BigInt(alphabet.length);
    text = alphabet.charAt(Number(rest % base)) + text;
    rest /= base;
  }
  return text;
}

function assemble({ lead, prefix, check, tail = '' }: MadeNumber, serial: string): string {
  const body = prefix + serial;
  return lead + body + checkDigit(check, body) + tail;
}
