import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;
/** Enough to type and send a code before its time step ends. */
const MARGIN_MS = 8_000;

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an authenticator app showed `stepsAgo` steps ago. The server accepts the current and the previous one, each once. */
export async function appCode(secret: string, stepsAgo: 0 | 1): Promise<string> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < MARGIN_MS) await sleep(left + 100);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) - stepsAgo));
  const mac = createHmac('sha1', fromBase32(secret.replaceAll(/\s/g, '')))
    .update(counter)
    .digest();
  const number = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Adds a virtual authenticator with a fingerprint reader that always accepts. */
export async function plugInAuthenticator(page: Page): Promise<{ credentials: () => Promise<number> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
