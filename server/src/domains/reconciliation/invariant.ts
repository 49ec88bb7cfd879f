import type { sql } from 'kysely';

export interface Scope {
  now: Date;
  /** A shipment or refund that is in progress for longer counts as stuck. */
  maxInProgressMs: number;
  /** Checks only what started after this time; null checks everything, including sums over all time. */
  since: Date | null;
}

/** A query that finds violations of a rule. */
export type Invariant = (scope: Scope) => ReturnType<typeof sql<{ object_id: string; detail: string }>>;

/** The start of what is checked. */
export const after = ({ since }: Scope): Date => since ?? new Date(0);
