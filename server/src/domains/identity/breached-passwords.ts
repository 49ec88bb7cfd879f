import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { StartError } from '../../platform/app-error.ts';

const HASH_LENGTH = 40;
/** Longer than any line: a hash, a colon and a count. */
const WINDOW = 128;

/**
 * A file of breached passwords as haveibeenpwned.com publishes it: one SHA-1 hash in hexadecimal per line with
 * an optional count, sorted. It is searched on disk, because it is tens of gigabytes in size.
 */
export class BreachedPasswords {
  readonly #file: FileHandle;
  readonly #size: number;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  static async open(path: string): Promise<BreachedPasswords> {
    const file = await open(path).catch(() => {
      throw new StartError(`BREACHED_PASSWORDS_FILE cannot be read: ${path}.`);
    });
    const list = new BreachedPasswords(file, (await file.stat()).size);
    if (!/^[0-9A-F]{40}$/i.test(await list.#hashFrom(0))) {
      await file.close();
      throw new StartError(
        'BREACHED_PASSWORDS_FILE must contain sorted SHA-1 hashes, one per line, as haveibeenpwned.com publishes them.',
      );
    }
    return list;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async has(password: string): Promise<boolean> {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    let low = 0;
    let high = this.#size;
    // The first line that starts at or after `low` and is not smaller than the hash starts before `high`.
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const start = await this.#lineStart(middle);
      if (start < this.#size && (await this.#hashFrom(start)) < hash) low = middle + 1;
      else high = middle;
    }
    const start = await this.#lineStart(low);
    return start < this.#size && (await this.#hashFrom(start)) === hash;
  }

  /** Where the first line at or after this position starts. */
  async #lineStart(position: number): Promise<number> {
    if (position === 0) return 0;
    // One byte earlier, so that a line that starts exactly here is found.
    const end = (await this.#read(position - 1)).indexOf('\n');
    return end === -1 ? this.#size : position + end;
  }

  async #hashFrom(position: number): Promise<string> {
    return (await this.#read(position)).slice(0, HASH_LENGTH).toUpperCase();
  }

  async #read(position: number): Promise<string> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(WINDOW), 0, WINDOW, position);
    return buffer.toString('latin1', 0, bytesRead);
  }
}
