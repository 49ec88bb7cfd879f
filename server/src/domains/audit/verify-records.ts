import { createHash } from 'node:crypto';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database, Handle } from '../../platform/db/database.ts';
import type { Anchor } from './seal-anchors.ts';
import {
  type SealedRecord,
  selectRemovedUnsealed,
  selectSealedRecords,
  selectUnsealedRecords,
} from './seals.store.ts';

const PAGE_SIZE = 1_000;
/** Records are sealed within seconds; one that waits for longer is worth a word. */
const SEALED_WITHIN_MS = minutes(10);
const BEFORE_THE_FIRST = Buffer.alloc(32);

/** One thing that is not as it was written. */
export type Finding =
  | { kind: 'changed' | 'removed' | 'seal_replaced'; position: number; seq: number; logId: string | null }
  | { kind: 'seals_missing'; from: number; to: number }
  | { kind: 'beside_the_seals' | 'not_sealed'; seq: number; logId: string | null; recordedAt: Date }
  | { kind: 'removed_unsealed'; seq: number }
  | { kind: 'anchor_differs'; anchor: Anchor; lastGood: Anchor | null }
  | { kind: 'anchor_unreadable' };

export interface Verdict {
  records: number;
  last: { position: number; hash: string } | null;
  findings: number;
}

/**
 * Holds every record against its seal, every seal against the one before it, and some of them against what was noted outside of
 * the database. All in one view of the data, piece by piece, while others go on writing.
 */
export function verifyRecords(
  { db, clock }: { db: Database; clock: Clock },
  anchors: readonly (Anchor | null)[],
  report: (finding: Finding) => void,
): Promise<Verdict> {
  let findings = 0;
  const tell = (finding: Finding) => {
    findings += 1;
    report(finding);
  };
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const chain = new Chain(anchors, tell);
      for await (const row of inPieces((after) => selectSealedRecords(trx, after, PAGE_SIZE), positionOf))
        chain.add(row);
      const { records, last } = chain.end();
      await findUnsealed(trx, later(clock.now(), -SEALED_WITHIN_MS), tell);
      return { records, last, findings };
    });
}

const positionOf = (row: { position: number }) => row.position;
const seqOf = (row: { seq: number }) => row.seq;

async function* inPieces<T>(read: (after: number) => Promise<T[]>, keyOf: (row: T) => number) {
  // Not from 0 on: whoever puts a record in may choose its number.
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = keyOf(last);
  }
}

async function findUnsealed(trx: Handle, before: Date, tell: (finding: Finding) => void): Promise<void> {
  const unsealed = inPieces((after) => selectUnsealedRecords(trx, after, before, PAGE_SIZE), seqOf);
  for await (const { seq, log_id: logId, recorded_at: recordedAt, is_queued } of unsealed)
    tell({ kind: is_queued ? 'not_sealed' : 'beside_the_seals', seq, logId, recordedAt });
  for await (const { seq } of inPieces((after) => selectRemovedUnsealed(trx, after, PAGE_SIZE), seqOf))
    tell({ kind: 'removed_unsealed', seq });
}

/** Walks along the seals. One that does not fit is judged with the next, which tells whether the record or the seal was changed. */
class Chain {
  readonly #tell: (finding: Finding) => void;
  readonly #anchors: Anchor[];
  #lastGood: Anchor | null = null;
  #records = 0;
  #last: SealedRecord | null = null;
  /** What the seal of `#last` should be, when it is another. */
  #doubted: Buffer | null = null;

  constructor(anchors: readonly (Anchor | null)[], tell: (finding: Finding) => void) {
    this.#tell = tell;
    this.#anchors = anchors.filter((anchor) => anchor !== null).sort((a, b) => a.position - b.position);
    for (const anchor of anchors) if (anchor === null) tell({ kind: 'anchor_unreadable' });
  }

  add(row: SealedRecord): void {
    const place = (this.#last?.position ?? 0) + 1;
    const isGap = row.position !== place;
    if (isGap) {
      this.#settleDoubt(false);
      this.#tell({ kind: 'seals_missing', from: place, to: row.position - 1 });
    }
    this.#judge(row, isGap);
    this.#last = row;
    if (row.log_id !== null) this.#records += 1;
    this.#holdAgainstAnchors(row);
  }

  end(): Omit<Verdict, 'findings'> {
    this.#settleDoubt(false);
    this.#holdAgainstAnchors(null);
    const last = this.#last && { position: this.#last.position, hash: this.#last.hash.toString('hex') };
    return { records: this.#records, last };
  }

  #judge(row: SealedRecord, isGap: boolean): void {
    const before = this.#last?.hash ?? BEFORE_THE_FIRST;
    if (row.log_id === null) {
      this.#settleDoubt(false);
      this.#tell({ kind: 'removed', position: row.position, seq: row.seq, logId: null });
      return;
    }
    const text = sealedText(row);
    const expected = seal(before, text);
    const fits = expected.equals(row.hash);
    // It fits what the seal before it should have been: that seal was replaced, and this record is as it was.
    const fitsDoubted = !fits && this.#doubted !== null && seal(this.#doubted, text).equals(row.hash);
    this.#settleDoubt(fitsDoubted);
    // Behind a gap nothing can be told: the seal that it follows is missing.
    if (!fits && !fitsDoubted && !isGap) this.#doubted = expected;
  }

  #settleDoubt(isSealReplaced: boolean): void {
    if (!this.#doubted || !this.#last) return;
    const { position, seq, log_id: logId } = this.#last;
    this.#doubted = null;
    this.#tell({ kind: isSealReplaced ? 'seal_replaced' : 'changed', position, seq, logId });
  }

  /** Anchors up to this seal; at the end, those that speak of seals which are not there. Only the first that differs tells something. */
  #holdAgainstAnchors(row: SealedRecord | null): void {
    for (;;) {
      const [anchor] = this.#anchors;
      if (!anchor || (row && anchor.position > row.position)) return;
      this.#anchors.shift();
      const fits = row?.position === anchor.position && row.hash.toString('hex') === anchor.hash;
      if (!fits) {
        this.#tell({ kind: 'anchor_differs', anchor, lastGood: this.#lastGood });
        this.#anchors.length = 0;
        return;
      }
      this.#lastGood = anchor;
    }
  }
}

const seal = (before: Buffer, text: string) => createHash('sha256').update(before).update(text).digest();

const field = (value: string | null) => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`);

/** The same text as the database's `sealed_text`, made here on its own, so that neither can hide a mistake of the other. */
const sealedText = (row: SealedRecord): string =>
  [
    String(row.seq),
    row.log_id,
    row.micros,
    row.event_type,
    row.status,
    row.user_id,
    row.user_role,
    row.ip_address,
    row.request_id,
    row.details,
  ]
    .map(field)
    .join('');
