import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Newest first. `again`: another process may have got a newer one. */
type Keys = (again?: boolean) => Promise<readonly Buffer[]>;

/**
 * Encrypts secrets that the server must be able to read again (AES-256-GCM). A sealed secret opens only for
 * the account that it was sealed for. The newest key seals; older ones still open what they sealed.
 */
export class SealedSecrets {
  readonly #keys: Keys;

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  async seal(userId: string, secret: Buffer): Promise<Buffer> {
    const [key] = await this.#keys();
    if (!key) throw new Error('There is no key for sealed secrets');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(userId));
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  async open(userId: string, sealed: Buffer): Promise<Buffer> {
    return (await this.openWithAge(userId, sealed)).secret;
  }

  /** `isOld`: sealed with a key that has been replaced, so it should be sealed again. */
  async openWithAge(userId: string, sealed: Buffer): Promise<{ secret: Buffer; isOld: boolean }> {
    const found =
      openWith(await this.#keys(), userId, sealed) ?? openWith(await this.#keys(true), userId, sealed);
    if (!found) throw new Error('The sealed secret belongs to another account or key, or was changed');
    return found;
  }
}

function openWith(keys: readonly Buffer[], userId: string, sealed: Buffer) {
  for (const [age, key] of keys.entries())
    try {
      return { secret: opened(key, userId, sealed), isOld: age > 0 };
    } catch {
      // Perhaps an older key opens it.
    }
  return null;
}

function opened(key: Buffer, userId: string, sealed: Buffer): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(userId))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
