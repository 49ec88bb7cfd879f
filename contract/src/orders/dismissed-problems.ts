import * as z from 'zod/mini';

/** Problems that stay until the client dismisses them or the order changes. */
export const DISMISSIBLE_PROBLEMS = [
  'changed_after_label',
  'report_refused',
  'report_not_withdrawn',
  'label_failed',
  'partly_shipped',
] as const;
export type DismissibleProblem = (typeof DISMISSIBLE_PROBLEMS)[number];

/**
 * The problems that the client was shown, with their details and revisions: one that has changed since is not dismissed.
 * `true` dismisses those that the order has.
 */
export const DismissedProblemsSchema = z.union([
  z.literal(true),
  z
    .array(
      z.object({
        code: z.enum(DISMISSIBLE_PROBLEMS),
        detail: z.optional(z.string()),
        revision: z.optional(z.string()),
      }),
    )
    .check(z.maxLength(DISMISSIBLE_PROBLEMS.length)),
]);
export type DismissedProblems = z.output<typeof DismissedProblemsSchema>;
