import * as z from 'zod/mini';
import { cents } from './cents.ts';
import { wholeNumber } from './paging.ts';
import type { Permission } from './permissions.ts';
import { uuid } from './uuid.ts';

/** What needs a decision today, the most urgent kind first. */
export const ATTENTION_KINDS = [
  'incidents',
  'failed_refunds',
  'overdue_balances',
  'stopped_top_ups',
  'failed_labels',
  'unspent_money',
  'fallen_volume',
  'expiring_cards',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Who sees a kind, besides the permission for the dashboard. */
export const ATTENTION_PERMISSIONS: Record<AttentionKind, Permission> = {
  incidents: 'incidents.read',
  failed_refunds: 'incidents.read',
  overdue_balances: 'balances.read',
  stopped_top_ups: 'balances.read',
  failed_labels: 'shipments.read',
  unspent_money: 'refunds.read',
  fallen_volume: 'clients.read',
  expiring_cards: 'balances.read',
};

/** Kinds whose rows are not about one client. */
const GENERAL_KINDS: ReadonlySet<AttentionKind> = new Set(['incidents', 'failed_labels']);
export const isAboutClients = (kind: AttentionKind): boolean => !GENERAL_KINDS.has(kind);

/** Rows of each kind that the dashboard shows at first, and at most. */
export const ATTENTION_ROWS = 3;
export const MAX_ATTENTION_ROWS = 50;

export const AttentionQuerySchema = z.object({ limit: wholeNumber(ATTENTION_ROWS, MAX_ATTENTION_ROWS) });
export type AttentionQuery = z.infer<typeof AttentionQuerySchema>;

/** A client's volume has fallen when the last week has at most half of the average of the four weeks before. */
export const FALLEN_VOLUME = { weeksBefore: 4, minLabelsPerWeek: 10 } as const;

const RowSchema = z.object({
  /** What a snooze names: the client, or the kind of incident. Empty if only all rows can be snoozed together. */
  subject: z.string(),
  clientId: z.nullable(z.string()),
  /** The client, the kind of incident, or why labels failed. */
  name: z.string(),
  /** Incidents, refunds, payments or labels. */
  count: z.number(),
  amount: z.nullable(cents),
  /** Labels per week in the four weeks before, for clients whose volume fell. */
  before: z.nullable(z.number()),
  /** Days that a balance is overdue. */
  days: z.nullable(z.number()),
  /** Why automatic top-ups do not run: a code. */
  reason: z.nullable(z.string()),
  /** When it started or, for a card, when it expires. */
  at: z.nullable(z.string()),
});
export type AttentionRow = z.infer<typeof RowSchema>;

const ItemSchema = z.object({
  kind: z.enum(ATTENTION_KINDS),
  /** Incidents or labels; for other kinds, clients. */
  count: z.number(),
  /** Of all rows. */
  amount: z.nullable(cents),
  rows: z.array(RowSchema),
  /** Rows that are not listed. */
  more: z.number(),
});
export type AttentionItem = z.infer<typeof ItemSchema>;

export const AttentionAnswerSchema = z.object({
  data: z.object({
    /** Kinds with at least one row. */
    items: z.array(ItemSchema),
    /** Snoozes in force. */
    snoozed: z.number(),
    /** Yesterday and today, which failed labels are counted for. */
    startDate: z.string(),
    endDate: z.string(),
  }),
});
export type AttentionAnswer = z.infer<typeof AttentionAnswerSchema>;

/** Hides a row until the next day of the operator. */
export const SnoozeBodySchema = z
  .object({
    kind: z.enum(ATTENTION_KINDS),
    subject: z.string().check(z.maxLength(100)),
  })
  .check(
    z.overwrite(({ kind, subject }) => ({
      kind,
      subject: isAboutClients(kind) ? subject.toLowerCase() : subject,
    })),
    z.refine(({ kind, subject }) => isSubjectOf(kind, subject), {
      path: ['subject'],
      error: 'This item cannot be snoozed.',
    }),
  );
export type SnoozeBody = z.infer<typeof SnoozeBodySchema>;

const clientId = uuid();

function isSubjectOf(kind: AttentionKind, subject: string): boolean {
  if (kind === 'incidents') return /^\w+$/.test(subject);
  return isAboutClients(kind) ? clientId.safeParse(subject).success : subject === '';
}

export const SnoozeAnswerSchema = z.object({ snoozed: z.literal(true) });
export const EndSnoozesAnswerSchema = z.object({ ended: z.number() });
