import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Newest first. `again`: another process may have added a newer one. */
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

  seal(userId: string, secret: Buffer): Promise<Buffer> {
    return this.withKeys(async (keys) => keys.seal(userId, secret));
  }

  async open(userId: string, sealed: Buffer): Promise<Buffer> {
    return (await this.openWithAge(userId, sealed)).secret;
  }

  /** `isOld`: sealed with a key that has been replaced, so it should be sealed again. */
  async openWithAge(userId: string, sealed: Buffer): Promise<{ secret: Buffer; isOld: boolean }> {
    const found = await this.withKeys(async (keys) => keys.openWithAge(userId, sealed));
    if (!found)
      throw new Error('The sealed secret was sealed for another account or with another key, or was changed');
    return found;
  }

  /**
   * For sealing and opening within a transaction, which must not wait for another connection: the keys are read before.
   * If a secret needs a key that this process does not know yet, all of `run` is repeated with newly read keys.
   */
  async withKeys<T>(run: (keys: SealingKeys) => Promise<T>): Promise<T> {
    try {
      return await run(new SealingKeys(await this.#keys(), false));
    } catch (error) {
      if (!(error instanceof UnknownKey)) throw error;
      return run(new SealingKeys(await this.#keys(true), true));
    }
  }
}

class UnknownKey extends Error {}

export class SealingKeys {
  readonly #keys: readonly Buffer[];
  readonly #areNew: boolean;

  constructor(keys: readonly Buffer[], areNew: boolean) {
    this.#keys = keys;
    this.#areNew = areNew;
  }

  seal(userId: string, secret: Buffer): Buffer {
    const [key] = this.#keys;
    if (!key) throw new Error('There is no key for sealed secrets');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(userId));
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Null if no key opens it. */
  open(userId: string, sealed: Buffer): Buffer | null {
    return this.openWithAge(userId, sealed)?.secret ?? null;
  }

  openWithAge(userId: string, sealed: Buffer): { secret: Buffer; isOld: boolean } | null {
    const found = openWith(this.#keys, userId, sealed);
    if (!found && !this.#areNew) throw new UnknownKey('No known key opens the sealed secret');
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
