import { describe, expect, it } from 'vitest';
import { createDraftCipher } from './draft-cipher.ts';

const DRAFT = { recipient: { fullName: 'Lena Brandt', address: '1120 NW Couch St' } };
const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

describe('an encrypted draft', () => {
  it('can be read with its key, and with no other', async () => {
    const key = await newKey();
    const stored = await createDraftCipher(async () => key).seal('ada', DRAFT);
    const { sealed } = stored as { sealed: ArrayBuffer };
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('Lena');
    expect(await createDraftCipher(async () => key).open('ada', stored)).toEqual(DRAFT);
    await expect(createDraftCipher(newKey).open('ada', stored)).rejects.toMatchObject({
      name: 'OperationError',
    });
    await expect(createDraftCipher(async () => null).open('ada', stored)).rejects.toThrow(/provides no key/);
  });

  it('never looks the same twice', async () => {
    const cipher = createDraftCipher(newKey);
    expect(await cipher.seal('ada', DRAFT)).not.toEqual(await cipher.seal('ada', DRAFT));
  });

  it('loads the key once, again after a failure, and again after it was forgotten', async () => {
    let loads = 0;
    const cipher = createDraftCipher(async () => {
      loads += 1;
      if (loads === 1) throw new TypeError('Failed to fetch');
      return newKey();
    });
    await expect(cipher.seal('ada', DRAFT)).rejects.toThrow('Failed to fetch');
    const stored = await cipher.seal('ada', DRAFT);
    expect(await cipher.open('ada', stored)).toEqual(DRAFT);
    expect(loads).toBe(2);
    cipher.forgetKey();
    await cipher.seal('ada', DRAFT);
    expect(loads).toBe(3);
  });

  it('uses the key of its own account, even when another one signed in on the same page', async () => {
    const keys: Record<string, CryptoKey> = { ada: await newKey(), noor: await newKey() };
    const cipher = createDraftCipher(async (userId) => keys[userId] ?? null);
    const ofAda = await cipher.seal('ada', DRAFT);
    const ofNoor = await cipher.seal('noor', DRAFT);
    await expect(cipher.open('noor', ofAda)).rejects.toMatchObject({ name: 'OperationError' });
    const reloaded = createDraftCipher(async (userId) => keys[userId] ?? null);
    expect(await reloaded.open('noor', ofNoor)).toEqual(DRAFT);
    expect(await cipher.open('ada', ofAda)).toEqual(DRAFT);
  });

  it('does not lose a new account’s key when loading the previous account’s key fails', async () => {
    const ofAda = Promise.withResolvers<CryptoKey>();
    let loads = 0;
    const cipher = createDraftCipher((userId) => {
      loads += 1;
      return userId === 'ada' ? ofAda.promise : newKey();
    });
    const failed = cipher.seal('ada', DRAFT);
    const stored = await cipher.seal('noor', DRAFT);
    ofAda.reject(new TypeError('Failed to fetch'));
    await expect(failed).rejects.toThrow('Failed to fetch');
    expect(await cipher.open('noor', stored)).toEqual(DRAFT);
    expect(loads).toBe(2);
  });
});

it('a draft without encryption is stored and read as it is', async () => {
  const cipher = createDraftCipher(async () => null);
  expect(await cipher.seal('ada', DRAFT)).toBe(DRAFT);
  expect(await cipher.open('ada', DRAFT)).toBe(DRAFT);
  expect(await createDraftCipher(newKey).open('ada', DRAFT)).toBe(DRAFT);
});
