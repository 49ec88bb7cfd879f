import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { anchorFile } from '../../platform/anchor-file.ts';
import { type Clock, hours } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { selectLastSeal } from './seals.store.ts';

const EVERY_MS = hours(1);

const AnchorSchema = z.object({
  position: z.number(),
  hash: z.string().check(z.regex(/^[\da-f]{64}$/)),
  at: z.string(),
});
export type Anchor = z.infer<typeof AnchorSchema>;

/** Null for a line that a power failure left unfinished. */
export function readAnchors(file: string): (Anchor | null)[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map(readLine);
}

function readLine(line: string): Anchor | null {
  try {
    return z.parse(AnchorSchema, JSON.parse(line));
  } catch {
    return null;
  }
}

/** Appends the last seal to a file, once an hour and on request. */
export class SealAnchors {
  readonly #file: string;
  readonly #db: Database;
  readonly #clock: Clock;
  #last: Anchor | null;

  constructor(dataDir: string, { db, clock }: { db: Database; clock: Clock }) {
    this.#file = anchorFile(dataDir);
    this.#db = db;
    this.#clock = clock;
    this.#last = readAnchors(this.#file).at(-1) ?? null;
  }

  async keepHourly(): Promise<void> {
    const age = this.#clock.now().getTime() - Date.parse(this.#last?.at ?? '1970-01-01');
    if (age >= EVERY_MS) await this.keep();
  }

  async keep(): Promise<void> {
    const seal = await selectLastSeal(this.#db);
    if (!seal || seal.position === this.#last?.position) return;
    const anchor = {
      position: seal.position,
      hash: seal.hash.toString('hex'),
      at: this.#clock.now().toISOString(),
    };
    await mkdir(dirname(this.#file), { recursive: true });
    // Starts with a line break in case the previous line is unfinished.
    await appendFile(this.#file, `\n${JSON.stringify(anchor)}\n`, { mode: 0o600, flush: true });
    this.#last = anchor;
  }
}
