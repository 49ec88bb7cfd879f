import { appendFile, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { StartError } from '../../platform/app-error.ts';

interface Erasure {
  userId: string;
  erasedAt: Date;
}

const LineSchema = z.object({ userId: z.uuid(), erasedAt: z.iso.datetime() });

/**
 * The IDs of erased clients in a file outside the database: a restored backup does not know about erasures
 * that came after it. One JSON object a line; lines are only added.
 */
export class ErasureFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Fails at the start rather than at the first erasure, for example when the service may not write to the folder. */
  async check(): Promise<void> {
    try {
      await this.#makeFolder();
      await (await open(this.#path, 'a+', 0o600)).close();
    } catch (error) {
      throw new StartError(`ERASURES_FILE cannot be written: ${(error as Error).message}.`, { cause: error });
    }
  }

  async append(erasures: readonly Erasure[]): Promise<void> {
    if (erasures.length === 0) return;
    await this.#makeFolder();
    const lines = erasures.map(({ userId, erasedAt }) =>
      JSON.stringify({ userId, erasedAt: erasedAt.toISOString() }),
    );
    // Starts with a line break too, because a crash may have cut the last line.
    await appendFile(this.#path, `\n${lines.join('\n')}\n`, { mode: 0o600, flush: true });
  }

  /** Without lines that can't be read. */
  async read(): Promise<Erasure[]> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return text.split('\n').flatMap((line) => parse(line) ?? []);
  }

  async #makeFolder(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
  }
}

function parse(line: string): Erasure | null {
  try {
    const { userId, erasedAt } = LineSchema.parse(JSON.parse(line));
    return { userId: userId.toLowerCase(), erasedAt: new Date(erasedAt) };
  } catch {
    return null;
  }
}
