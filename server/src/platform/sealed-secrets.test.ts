import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SealedSecrets } from './sealed-secrets.ts';

const sealedBy = (key: Buffer) => new SealedSecrets(async () => [key]);

describe('a sealed secret', () => {
  const secrets = sealedBy(randomBytes(32));
  const secret = randomBytes(20);

  it('opens for the same account and does not contain the secret', async () => {
    const sealed = await secrets.seal('ada', secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(await secrets.open('ada', sealed)).toEqual(secret);
    expect(await secrets.seal('ada', secret)).not.toEqual(sealed);
  });

  it('does not open for another account, with another key, or after a change', async () => {
    const sealed = await secrets.seal('ada', secret);
    await expect(secrets.open('bob', sealed)).rejects.toThrow();
    await expect(sealedBy(randomBytes(32)).open('ada', sealed)).rejects.toThrow();
    for (const place of [0, 15, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(secrets.open('ada', changed)).rejects.toThrow();
    }
  });

  it('opens with a replaced key, which it reports, and is sealed with the newest one', async () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const both = new SealedSecrets(async () => [next, old]);
    const sealed = await sealedBy(old).seal('ada', secret);
    expect(await both.openWithAge('ada', sealed)).toEqual({ secret, isOld: true });
    const renewed = await both.seal('ada', secret);
    expect(await both.openWithAge('ada', renewed)).toEqual({ secret, isOld: false });
    await expect(sealedBy(old).open('ada', renewed)).rejects.toThrow();
  });
});
