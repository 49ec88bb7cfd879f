import { describe, expect, it } from 'vitest';
import { createDraftCipher } from './draft-cipher.ts';

const DRAFT = { recipient: { fullName: 'Lena Brandt', address: '1120 NW Couch St' } };
const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

describe('an encrypted draft', () => {
  it('can be read with its key, and with no other', async () => {
    const key = await newKey();
    const stored = await createDraftCipher(async () => key).seal(DRAFT);
    const { sealed } = stored as { sealed: ArrayBuffer };
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('Lena');
    expect(await createDraftCipher(async () => key).open(stored)).toEqual(DRAFT);
    await expect(createDraftCipher(newKey).open(stored)).rejects.toMatchObject({ name: 'OperationError' });
    await expect(createDraftCipher(async () => null).open(stored)).rejects.toThrow(/provides no key/);
  });

  it('never looks the same twice', async () => {
    const cipher = createDraftCipher(newKey);
    expect(await cipher.seal(DRAFT)).not.toEqual(await cipher.seal(DRAFT));
  });

  it('loads the key once, again after a failure, and again for the next account', async () => {
    let loads = 0;
    const cipher = createDraftCipher(async () => {
      loads += 1;
      if (loads === 1) throw new TypeError('Failed to fetch');
      return newKey();
    });
    await expect(cipher.seal(DRAFT)).rejects.toThrow('Failed to fetch');
    const stored = await cipher.seal(DRAFT);
    expect(await cipher.open(stored)).toEqual(DRAFT);
    expect(loads).toBe(2);
    cipher.forgetKey();
    await cipher.seal(DRAFT);
    expect(loads).toBe(3);
  });
});

it('a draft without encryption is stored and read as it is', async () => {
  const cipher = createDraftCipher(async () => null);
  expect(await cipher.seal(DRAFT)).toBe(DRAFT);
  expect(await cipher.open(DRAFT)).toBe(DRAFT);
  expect(await createDraftCipher(newKey).open(DRAFT)).toBe(DRAFT);
});
