import { counted } from '@lading/contract/format-count.ts';

/** Text of the pricing page. Text from the specification is in the contract's `PRICING`. */
export const COPY = {
  notYourRole: 'Your role doesn’t allow changing the commission.',
  estimateFailed: 'We couldn’t load the estimate.',
  noChange: 'Change the type or amount to see the impact.',
  estimate: 'Estimated from labels bought in the last 30 days.',
  comparison: (labels: number, now: string, after: string) =>
    `${counted(labels, 'label')} in the last 30 days: ${now} commission now, ${after} after the change.`,
  previewText: 'The price for clients on the global rate.',
  previewCaption: 'Prices before and after this change',
  openQuotes: 'Open quotes keep their current price.',
  rulesIntro: 'Need different prices for some clients, carriers, services, countries or weights?',
  rulesLink: 'Price rules',
  rulesOutro: 'take precedence over these commissions.',
  history: 'Price history',
  historyText: 'Every change to the global commission and to clients’ own commissions.',
  saved: (time: string) => `Saved ${time}`,
  sameNumber: (amount: string, unit: string) => `The number hasn’t changed. It now means ${amount} ${unit}.`,
} as const;
