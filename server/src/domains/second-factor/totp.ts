import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { PRODUCT_NAME } from '@lading/contract/constants.ts';

/** RFC 6238 with what every authenticator app supports: SHA-1, 6 digits, 30 seconds. */
const DIGITS = 6;
const STEP_MS = 30_000;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / STEP_MS);

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step whose code this is. Codes up to `usedStep` no longer count. `late` also accepts the code of the step
 * before, because reading and typing a code takes time.
 */
export function matchingStep(
  secret: Buffer,
  code: string,
  { now, usedStep, late }: { now: Date; usedStep: number | null; late: boolean },
): number | null {
  const typed = Buffer.from(code.replace(/\s/g, ''));
  const current = stepAt(now);
  for (const step of late ? [current, current - 1] : [current]) {
    const expected = Buffer.from(codeAt(secret, step));
    const matches = typed.length === expected.length && timingSafeEqual(typed, expected);
    if (matches && (usedStep === null || step > usedStep)) return step;
  }
  return null;
}

/** RFC 4648 without padding. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32.charAt((value >>> (bits - 5)) & 31);
    value &= 0xff;
  }
  return bits > 0 ? text + BASE32.charAt((value << (5 - bits)) & 31) : text;
}

/** The link in the QR code, in the format that authenticator apps read. */
export const totpLink = (secret: Buffer, email: string): string =>
  `otpauth://totp/${PRODUCT_NAME}:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=${PRODUCT_NAME}`;
