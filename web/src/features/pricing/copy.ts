import { counted } from '../../lib/format-count.ts';

/** The pricing page's own sentences. Those of the specification are in the contract's `PRICING`. */
export const COPY = {
  estimateFailed: 'We couldn’t load the estimate.',
  noChange: 'Change the type or amount to see the impact.',
  estimate: 'Estimate based on the last 30 days, re-priced at the new commission.',
  comparison: (labels: number, now: string, after: string) =>
    `${counted(labels, 'label')} in the last 30 days: ${now} commission now, ${after} after the change.`,
  previewText: 'What clients on the global rate pay.',
  previewCaption: 'Prices before and after this change',
  openQuotes: 'Open quotes keep their current price.',
  saved: (time: string) => `Saved ${time}`,
  sameNumber: (amount: string, unit: string) => `The number stays the same: now ${amount} ${unit}.`,
} as const;
