import * as z from 'zod/mini';
import { cents, wholeCents } from './cents.ts';
import { formatMoney } from './money.ts';
import { visibleText } from './storable-text.ts';

/** Who decides where refunds of card payments go. */
const REFUND_POLICIES = ['client_chooses', 'card', 'balance'] as const;
export type RefundPolicy = (typeof REFUND_POLICIES)[number];

const MAX_CREDIT_LIMIT_CENTS = 100_000_000;
const MAX_DUE_DAYS = 365;

const amount = wholeCents.check(
  z.minimum(1, 'The amount must be at least one cent.'),
  z.maximum(MAX_CREDIT_LIMIT_CENTS, `The amount must be at most ${formatMoney(MAX_CREDIT_LIMIT_CENTS)}.`),
);
const note = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please write a note.'),
    z.maxLength(500, 'The note is too long.'),
    visibleText,
  );

export const BalanceSettingsSchema = z.object({ refunds: z.enum(REFUND_POLICIES) });
export type BalanceSettings = z.infer<typeof BalanceSettingsSchema>;

export const RefundChoiceSchema = z.object({ refundTo: z.enum(['card', 'balance']) });
export type RefundChoice = z.infer<typeof RefundChoiceSchema>;

export const RefundChoiceAnswerSchema = z.object({
  refundTo: z.enum(['card', 'balance']),
  /** False if the operator has decided. */
  canChoose: z.boolean(),
});
export type RefundChoiceAnswer = z.infer<typeof RefundChoiceAnswerSchema>;

export const BalanceTermsSchema = z.object({
  /** 0: the client prepays. */
  creditLimit: wholeCents.check(
    z.minimum(0, 'The credit limit must not be negative.'),
    z.maximum(
      MAX_CREDIT_LIMIT_CENTS,
      `The credit limit must be at most ${formatMoney(MAX_CREDIT_LIMIT_CENTS)}.`,
    ),
  ),
  dueDays: z
    .number('Please enter a number of days.')
    .check(
      z.int('Please enter a whole number of days.'),
      z.minimum(0, 'The number of days must not be negative.'),
      z.maximum(MAX_DUE_DAYS, `The number of days must be at most ${MAX_DUE_DAYS}.`),
    ),
});
export type BalanceTerms = z.infer<typeof BalanceTermsSchema>;

/**
 * `deposit`: the client paid by bank transfer. `credit`: the operator gives the client money. `write_off`: the client
 * owes money that the operator no longer expects. `withdrawal`: the reverse of a deposit, for money that the operator
 * paid back outside Lading or a deposit that was entered by mistake.
 */
export const BALANCE_CHANGES = ['deposit', 'withdrawal', 'credit', 'write_off'] as const;
export const BalanceChangeBodySchema = z.object({ kind: z.enum(BALANCE_CHANGES), amount, note });
export type BalanceChangeBody = z.output<typeof BalanceChangeBodySchema>;

/** The balance of a client after a change by an admin. */
export const ClientBalanceSchema = z.object({
  /** Negative if the client owes money. */
  balance: cents,
  creditLimit: cents,
  dueDays: z.number(),
});
export type ClientBalance = z.infer<typeof ClientBalanceSchema>;
