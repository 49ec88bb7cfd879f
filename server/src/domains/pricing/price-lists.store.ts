import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { dayStart } from '../../platform/db/operator-days.ts';

const draft = ['revision', 'rules', 'updated_at'] as const;

export const selectDraft = (db: Handle) =>
  db
    .selectFrom('price_draft')
    .leftJoin('users', 'users.id', 'price_draft.updated_by')
    .select([...draft, 'users.full_name as updated_by'])
    .executeTakeFirst();

export const lockDraft = (trx: Trx) =>
  trx.selectFrom('price_draft').select(draft).forUpdate().executeTakeFirst();

interface DraftChange {
  revision: string;
  rules: readonly StoredRule[];
  by: string;
  now: Date;
}

/** False if there already is a draft. */
export async function insertDraft(trx: Trx, { revision, rules, by, now }: DraftChange): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('price_draft')
    .values({ revision, rules: JSON.stringify(rules), updated_at: now, updated_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** False if the draft has a different revision. */
export async function updateDraft(
  trx: Trx,
  before: string,
  { revision, rules, by, now }: DraftChange,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('price_draft')
    .set({ revision, rules: JSON.stringify(rules), updated_at: now, updated_by: by })
    .where('revision', '=', before)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function deleteDraft(trx: Trx): Promise<void> {
  await trx.deleteFrom('price_draft').execute();
}

const versions = (db: Handle) =>
  db
    .selectFrom('price_versions')
    .leftJoin('users', 'users.id', 'price_versions.published_by')
    .select([
      'number',
      'effective_from',
      'published_at',
      'users.full_name as published_by',
      'note',
      'repeats',
      sql<number>`jsonb_array_length(rules)`.as('rule_count'),
      // The earliest time at which a newer version applies. From then on this one does not.
      sql<Date | null>`(SELECT min(n.effective_from) FROM price_versions n WHERE n.number > price_versions.number)`.as(
        'replaced_from',
      ),
    ]);

/** Newest first. */
export const selectVersions = (db: Handle, limit: number) =>
  versions(db).orderBy('number', 'desc').limit(limit).execute();

export type ListedVersion = Awaited<ReturnType<typeof selectVersions>>[number];

export const selectVersion = (db: Handle, number: number) =>
  versions(db).select('rules').where('number', '=', number).executeTakeFirst();

/** The version in force: the newest whose time has come. */
export const selectActive = (db: Handle, now: Date) =>
  versions(db)
    .select('rules')
    .where('effective_from', '<=', now)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Rules that price labels now or later. */
export async function selectRulesInUse(db: Handle, now: Date): Promise<StoredRule[]> {
  const active = await selectActive(db, now);
  const scheduled = await db
    .selectFrom('price_versions')
    .select('rules')
    .where('number', '>', active?.number ?? 0)
    .execute();
  const edited = await db.selectFrom('price_draft').select('rules').execute();
  return [...(active ? [active] : []), ...scheduled, ...edited].flatMap(({ rules }) => rules);
}

interface NewVersion {
  rules: readonly StoredRule[];
  /** A day of the operator; null is now. */
  from: string | null;
  note: string;
  repeats: number | null;
  by: string;
  now: Date;
}

/** The caller must hold the lock on the global commission, so that numbers have no gaps. */
export async function insertVersion(trx: Trx, version: NewVersion): Promise<number> {
  const { number } = await trx
    .insertInto('price_versions')
    .values({
      number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM price_versions)`,
      rules: JSON.stringify(version.rules),
      effective_from: version.from === null ? version.now : dayStart(version.from),
      published_at: version.now,
      published_by: version.by,
      note: version.note,
      repeats: version.repeats,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}
