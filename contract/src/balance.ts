import * as z from 'zod/mini';
import { cents, wholeCents } from './cents.ts';
import { formatMoney } from './money.ts';
import { openEnum } from './open-enum.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';
import { uuid } from './uuid.ts';

/** A client's prepaid balance. All amounts are whole cents. */

/** Limits of one top-up. */
export const TOP_UP_CENTS = { min: 500, max: 1_000_000 } as const;
/** Automatic top-ups start below the threshold and stop for the month at the cap. */
export const THRESHOLD_CENTS = { min: 0, max: 1_000_000 } as const;
export const MONTHLY_CAP_CENTS = { min: 500, max: 10_000_000 } as const;
export const MAX_STORED_CARDS = 10;

export const BALANCE = {
  amountSmall: `The amount must be at least ${formatMoney(TOP_UP_CENTS.min)}.`,
  amountLarge: `The amount must be at most ${formatMoney(TOP_UP_CENTS.max)}.`,
  thresholdRange: `The threshold must be between ${formatMoney(THRESHOLD_CENTS.min)} and ${formatMoney(THRESHOLD_CENTS.max)}.`,
  capLarge: `The monthly limit must be at most ${formatMoney(MONTHLY_CAP_CENTS.max)}.`,
  capBelowAmount: 'The monthly limit must be at least the amount of one top-up.',
  consentMissing: 'Please confirm that you agree.',
  cardMissing: 'Please add a card first.',
} as const;

/** What a client agrees to when saving a card. The server stores the text, the time and the IP address. */
export const SAVE_CARD_CONSENT =
  'I allow my card to be saved and charged for my top-ups, including automatic top-ups if I turn them on. I can remove the card at any time.';

/** What a client agrees to when turning on automatic top-ups. Stored like the consent to save a card. */
export const automaticTopUpConsent = ({ threshold, amount, monthlyCap }: AutomaticTopUpTerms): string =>
  `I allow my default card to be charged ${formatMoney(amount)} whenever my balance falls below ${formatMoney(threshold)}, up to ${formatMoney(monthlyCap)} a month. I can turn this off at any time.`;

interface AutomaticTopUpTerms {
  threshold: number;
  amount: number;
  monthlyCap: number;
}

const topUpAmount = wholeCents.check(
  z.minimum(TOP_UP_CENTS.min, BALANCE.amountSmall),
  z.maximum(TOP_UP_CENTS.max, BALANCE.amountLarge),
);

export const BalanceAnswerSchema = z.object({
  /** Negative if the client owes money. */
  balance: cents,
  /** What labels can cost now: balance and credit. */
  available: cents,
  /** 0 without credit. */
  creditLimit: cents,
  /** Days until an invoice is due. */
  dueDays: z.number(),
  /** 0, or the negative balance as a positive amount. */
  owed: cents,
  /** The part of it that is past its due date. */
  overdue: cents,
  /** What can be paid out to cards now. */
  payable: cents,
});
export type BalanceAnswer = z.infer<typeof BalanceAnswerSchema>;

export const BALANCE_ENTRY_KINDS = [
  'top_up',
  'deposit',
  'labels',
  'released',
  'refund',
  'adjustment',
  'dispute',
  'payout',
  'correction',
] as const;

export const BalanceEntriesQuerySchema = z.object({
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(25, 100),
});
export type BalanceEntriesQuery = z.output<typeof BalanceEntriesQuerySchema>;

const BalanceEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: openEnum(BALANCE_ENTRY_KINDS),
  /** In plain words, such as `Top-up with Visa ending in 4242`. */
  text: z.string(),
  /** Positive for money that the client gets. */
  cents: cents,
  /** The balance after this entry. */
  balance: cents,
  paymentId: z.nullable(z.string()),
  shipmentId: z.nullable(z.string()),
});
export type BalanceEntry = z.infer<typeof BalanceEntrySchema>;

/** Newest first. */
export const BalanceEntriesAnswerSchema = z.object({
  entries: z.array(BalanceEntrySchema),
  pagination: PaginationSchema,
});
export type BalanceEntriesAnswer = z.infer<typeof BalanceEntriesAnswerSchema>;

/** A client's balance as an admin sees it, with the newest entries. */
export const AdminBalanceAnswerSchema = z.object({
  balance: BalanceAnswerSchema,
  entries: z.array(BalanceEntrySchema),
});
export type AdminBalanceAnswer = z.infer<typeof AdminBalanceAnswerSchema>;

const StoredCardSchema = z.object({
  id: z.string(),
  /** Such as `visa`. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
  isDefault: z.boolean(),
  /** `refused`: the bank does not allow this card to be charged again. */
  status: openEnum(['usable', 'expiring', 'expired', 'refused']),
});
export type StoredCard = z.infer<typeof StoredCardSchema>;

/** The default card first, then the newest. */
export const StoredCardsAnswerSchema = z.object({ cards: z.array(StoredCardSchema) });
export type StoredCardsAnswer = z.infer<typeof StoredCardsAnswerSchema>;

const consent = z.literal(true, BALANCE.consentMissing);

/** Starts to save a card. `consent` means agreement to SAVE_CARD_CONSENT. */
export const StartCardSetupBodySchema = z.object({ consent });

/**
 * The browser confirms the setup with the payment provider (`stripe.confirmSetup`, or TEST_GATEWAY_CONFIRM_SETUP),
 * then calls API.cardSetup, which answers with the cards.
 */
export const StartCardSetupAnswerSchema = z.object({
  setupId: z.string(),
  /** The setup intent at the payment provider. */
  setupIntentId: z.string(),
  clientSecret: z.string(),
});
export type StartCardSetupAnswer = z.infer<typeof StartCardSetupAnswerSchema>;

/**
 * Starts a top-up. Without `cardId`, the card form of the browser confirms the intent, as for a label. With
 * `cardId`, the stored card is charged immediately.
 */
export const StartTopUpBodySchema = z
  .object({
    amount: topUpAmount,
    cardId: z.optional(uuid()),
    saveCard: z._default(z.boolean(), false),
    /** Required with `saveCard`; means agreement to SAVE_CARD_CONSENT. */
    consent: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ saveCard, consent: agreed }) => !saveCard || agreed === true, {
      path: ['consent'],
      error: BALANCE.consentMissing,
    }),
    z.refine(({ saveCard, cardId }) => !saveCard || cardId === undefined, {
      path: ['saveCard'],
      error: 'This card is already saved.',
    }),
  );
export type StartTopUpBody = z.output<typeof StartTopUpBodySchema>;

const TOP_UP_STATUSES = [
  /** Waits for a card in the card form. */
  'requires_payment_method',
  /** The bank asks the client to confirm. With `methodId`, confirm the intent with that stored card. */
  'requires_action',
  'processing',
  'succeeded',
  /** Declined, canceled, too old, or refunded because the charge did not match. Start another one. */
  'canceled',
] as const;

export const TopUpAnswerSchema = z.object({
  topUpId: z.string(),
  amount: cents,
  status: openEnum(TOP_UP_STATUSES),
  automatic: z.boolean(),
  /** To confirm the intent in the browser. Empty once it can no longer be paid. */
  paymentIntentId: z.string(),
  clientSecret: z.string(),
  /** The stored card that the intent charges; null with the card form. */
  card: z.nullable(z.object({ id: z.string(), brand: z.string(), last4: z.string() })),
  /** The stored card's id at the payment provider, with `requires_action`. */
  methodId: z.nullable(z.string()),
  /** Why the card was declined or the charge is refunded, or what the bank asks for. */
  problem: z.nullable(z.string()),
});
export type TopUpAnswer = z.infer<typeof TopUpAnswerSchema>;

export const AutomaticTopUpAnswerSchema = z.object({
  enabled: z.boolean(),
  threshold: cents,
  amount: cents,
  monthlyCap: cents,
  /** Charged automatically this month. */
  usedThisMonth: cents,
  /**
   * Why no automatic top-up starts. `confirmation_needed`: a top-up waits for the client, see `topUpId`. `retry_tomorrow`:
   * declined once. `declined`, `card_refused`, `card_expired`, `no_card`: until the client changes the card or saves
   * the settings again. `disputed`: a payment of the client is disputed, until the client does so or the dispute is won.
   * `refunded`: the last automatic top-up was refunded, until tomorrow. `cap_reached`: until next month.
   */
  paused: z.nullable(
    openEnum([
      'confirmation_needed',
      'retry_tomorrow',
      'declined',
      'card_refused',
      'card_expired',
      'no_card',
      'disputed',
      'refunded',
      'cap_reached',
    ]),
  ),
  /** The top-up in progress, if there is one. */
  topUpId: z.nullable(z.string()),
  consentedAt: z.nullable(z.string()),
});
export type AutomaticTopUpAnswer = z.infer<typeof AutomaticTopUpAnswerSchema>;

/** `consent` means agreement to `automaticTopUpConsent` with these amounts, and is required to turn it on. */
export const AutomaticTopUpBodySchema = z
  .object({
    enabled: z.boolean(),
    threshold: wholeCents.check(
      z.minimum(THRESHOLD_CENTS.min, BALANCE.thresholdRange),
      z.maximum(THRESHOLD_CENTS.max, BALANCE.thresholdRange),
    ),
    amount: topUpAmount,
    monthlyCap: wholeCents.check(z.maximum(MONTHLY_CAP_CENTS.max, BALANCE.capLarge)),
    consent: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ amount, monthlyCap }) => monthlyCap >= amount, {
      path: ['monthlyCap'],
      error: BALANCE.capBelowAmount,
    }),
    z.refine(({ enabled, consent: agreed }) => !enabled || agreed === true, {
      path: ['consent'],
      error: BALANCE.consentMissing,
    }),
  );
export type AutomaticTopUpBody = z.output<typeof AutomaticTopUpBodySchema>;

/** Without an amount, everything that can be paid out. */
export const PayoutBodySchema = z.object({
  amount: z.optional(wholeCents.check(z.minimum(1, 'The amount must be at least one cent.'))),
});
export type PayoutBody = z.output<typeof PayoutBodySchema>;

export const PayoutAnswerSchema = z.object({
  /** One refund per top-up, newest first. They arrive within 5 to 10 business days. */
  refunds: z.array(z.object({ paymentId: z.string(), cents: cents })),
  paidOut: cents,
  balance: cents,
});
export type PayoutAnswer = z.infer<typeof PayoutAnswerSchema>;
