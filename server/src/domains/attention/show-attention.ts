import {
  ATTENTION_KINDS,
  ATTENTION_PERMISSIONS,
  type AttentionAnswer,
  type AttentionKind,
  type AttentionQuery,
} from '@lading/contract/attention.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { mayDo, type StaffRole } from '@lading/contract/permissions.ts';
import type { Actor } from '../../platform/actor.ts';
import type { AttentionDeps } from './attention.deps.ts';
import { FINDERS, yesterdayAndToday } from './attention-kinds.ts';
import { countSnoozes } from './snoozes.store.ts';

/** What needs a decision today, without the kinds that the admin may not see. */
export async function showAttention(
  deps: AttentionDeps,
  { staffRole }: Pick<Actor, 'staffRole'>,
  { limit }: AttentionQuery,
): Promise<AttentionAnswer> {
  const { db, clock, timeZone } = deps;
  const today = dateIn(timeZone, clock.now());
  const kinds = staffRole ? kindsFor(staffRole) : [];
  const [snoozed, ...items] = await Promise.all([
    countSnoozes(db, kinds, clock.now()),
    ...kinds.map(async (kind) => ({ kind, ...(await FINDERS[kind](deps, { today, limit })) })),
  ]);
  return {
    data: { items: items.filter(({ rows }) => rows.length > 0), snoozed, ...yesterdayAndToday(today) },
  };
}

export const kindsFor = (role: StaffRole): AttentionKind[] =>
  ATTENTION_KINDS.filter((kind) => mayDo(role, ATTENTION_PERMISSIONS[kind]));
