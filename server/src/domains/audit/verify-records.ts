import { createHash } from 'node:crypto';
import { ago, type Clock, minutes } from '../../platform/clock.ts';
import type { Database, Handle } from '../../platform/db/database.ts';
import type { Anchor } from './seal-anchors.ts';
import {
  type SealedRecord,
  selectRemovedUnsealed,
  selectSealedRecords,
  selectUnsealedRecords,
} from './seals.store.ts';

const PAGE_SIZE = 1_000;
/** Records are sealed within seconds. One that waits longer than this is reported. */
const SEALED_WITHIN_MS = minutes(10);
const INITIAL_HASH = Buffer.alloc(32);

/** One difference between the records and their seals. */
export type Finding =
  | { kind: 'changed' | 'removed' | 'seal_replaced'; position: number; seq: number; logId: string | null }
  | { kind: 'seals_missing'; from: number; to: number }
  | { kind: 'inserted' | 'not_sealed'; seq: number; logId: string | null; recordedAt: Date }
  | { kind: 'removed_unsealed'; seq: number }
  | { kind: 'anchor_differs'; anchor: Anchor; lastGood: Anchor | null }
  | { kind: 'anchor_unreadable' };

interface Verdict {
  records: number;
  last: { position: number; hash: string } | null;
  findings: number;
}

/**
 * Checks every record against its seal, every seal against the one before it, and some of them against the
 * anchors outside the database. Reads page by page in one snapshot, while other processes continue to write.
 */
export function verifyRecords(
  { db, clock }: { db: Database; clock: Clock },
  anchors: readonly (Anchor | null)[],
  onFinding: (finding: Finding) => void,
): Promise<Verdict> {
  let findings = 0;
  const report = (finding: Finding) => {
    findings += 1;
    onFinding(finding);
  };
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const chain = new Chain(anchors, report);
      for await (const row of inPages((after) => selectSealedRecords(trx, after, PAGE_SIZE), positionOf))
        chain.add(row);
      const { records, last } = chain.end();
      await findUnsealed(trx, ago(clock, SEALED_WITHIN_MS), report);
      return { records, last, findings };
    });
}

const positionOf = (row: { position: number }) => row.position;
const seqOf = (row: { seq: number }) => row.seq;

async function* inPages<T>(read: (after: number) => Promise<T[]>, keyOf: (row: T) => number) {
  // Not from 0: a forged record may have any number.
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = keyOf(last);
  }
}

async function findUnsealed(trx: Handle, before: Date, report: (finding: Finding) => void): Promise<void> {
  const unsealed = inPages((after) => selectUnsealedRecords(trx, after, before, PAGE_SIZE), seqOf);
  for await (const { seq, log_id: logId, recorded_at: recordedAt, is_queued } of unsealed)
    report({ kind: is_queued ? 'not_sealed' : 'inserted', seq, logId, recordedAt });
  for await (const { seq } of inPages((after) => selectRemovedUnsealed(trx, after, PAGE_SIZE), seqOf))
    report({ kind: 'removed_unsealed', seq });
}

/**
 * Walks the seals. A mismatch is decided with the next seal, which shows whether the record or the seal was
 * changed.
 */
class Chain {
  readonly #report: (finding: Finding) => void;
  readonly #anchors: Anchor[];
  #lastGood: Anchor | null = null;
  #records = 0;
  #last: SealedRecord | null = null;
  /** The seal that `#last` should have, if its actual seal is different. */
  #expected: Buffer | null = null;

  constructor(anchors: readonly (Anchor | null)[], report: (finding: Finding) => void) {
    this.#report = report;
    this.#anchors = anchors.filter((anchor) => anchor !== null).sort((a, b) => a.position - b.position);
    for (const anchor of anchors) if (anchor === null) report({ kind: 'anchor_unreadable' });
  }

  add(row: SealedRecord): void {
    const place = (this.#last?.position ?? 0) + 1;
    const isGap = row.position !== place;
    if (isGap) {
      this.#reportMismatch(false);
      this.#report({ kind: 'seals_missing', from: place, to: row.position - 1 });
    }
    this.#checkSeal(row, isGap);
    this.#last = row;
    if (row.log_id !== null) this.#records += 1;
    this.#checkAnchors(row);
  }

  end(): Omit<Verdict, 'findings'> {
    this.#reportMismatch(false);
    this.#checkAnchors(null);
    const last = this.#last && { position: this.#last.position, hash: this.#last.hash.toString('hex') };
    return { records: this.#records, last };
  }

  #checkSeal(row: SealedRecord, isGap: boolean): void {
    const before = this.#last?.hash ?? INITIAL_HASH;
    if (row.log_id === null) {
      this.#reportMismatch(false);
      this.#report({ kind: 'removed', position: row.position, seq: row.seq, logId: null });
      return;
    }
    const text = sealedText(row);
    const expected = seal(before, text);
    const fits = expected.equals(row.hash);
    // It matches the seal that the previous record should have: that seal was replaced, and this record is
    // intact.
    const fitsExpected = !fits && this.#expected !== null && seal(this.#expected, text).equals(row.hash);
    this.#reportMismatch(fitsExpected);
    // After a gap, the previous seal is missing, so this one cannot be checked.
    if (!fits && !fitsExpected && !isGap) this.#expected = expected;
  }

  #reportMismatch(isSealReplaced: boolean): void {
    if (!this.#expected || !this.#last) return;
    const { position, seq, log_id: logId } = this.#last;
    this.#expected = null;
    this.#report({ kind: isSealReplaced ? 'seal_replaced' : 'changed', position, seq, logId });
  }

  /**
   * Checks the anchors up to this seal; at the end, those of missing seals. Only the first difference is
   * reported.
   */
  #checkAnchors(row: SealedRecord | null): void {
    for (;;) {
      const [anchor] = this.#anchors;
      if (!anchor || (row && anchor.position > row.position)) return;
      this.#anchors.shift();
      const fits = row?.position === anchor.position && row.hash.toString('hex') === anchor.hash;
      if (!fits) {
        this.#report({ kind: 'anchor_differs', anchor, lastGood: this.#lastGood });
        this.#anchors.length = 0;
        return;
      }
      this.#lastGood = anchor;
    }
  }
}

const seal = (before: Buffer, text: string) => createHash('sha256').update(before).update(text).digest();

const field = (value: string | null) => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`);

/**
 * The same text as `sealed_text` in the database, built independently so that neither hides a mistake in the
 * other.
 */
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
