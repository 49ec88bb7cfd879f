import { dateIn } from '@lading/contract/calendar-date.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { readStanding } from '../balances/balance-standing.ts';
import { queueBillingNotice } from '../notices/notices.ts';
import { closeIncident } from '../reconciliation/report-incident.ts';
import { assignCredits } from './assign-credits.ts';
import type { IssueDeps } from './billing.deps.ts';
import type { CreditNoteContent, InvoiceContent, StatementContent } from './billing-content.ts';
import { selectBuyers } from './billing-details.store.ts';
import { monthAfter } from './billing-months.ts';
import type { StoredSettings } from './billing-settings.store.ts';
import { buyerOf, sellerOf } from './buyer.ts';
import { type EarlierInvoice, insertRun, selectLastRun } from './documents.store.ts';
import { creditsOf, makeCreditNote } from './make-credit-note.ts';
import { chargesOf, makeInvoice } from './make-invoice.ts';
import { makeStatement } from './make-statement.ts';
import { type MonthScope, selectLastEntry, selectPeriod } from './month-facts.store.ts';
import { type MonthFacts, readMonth } from './month-facts.ts';
import { type Draft, issueNumbered } from './number-documents.ts';

/**
 * Issues a client's statement, invoice and credit notes of a month that is over, and queues the email about them, all in one
 * transaction. Returns true only for the one caller that issued them; only then `record` is called, in that transaction.
 */
export const issueDocuments = (
  deps: IssueDeps,
  settings: StoredSettings,
  userId: string,
  month: string,
  record?: (trx: Trx) => Promise<void>,
): Promise<boolean> =>
  transaction(deps.db, async (trx) => {
    const issued = await issueMonth(trx, deps, settings, userId, month);
    if (issued) await record?.(trx);
    return issued;
  });

async function issueMonth(
  trx: Trx,
  deps: IssueDeps,
  settings: StoredSettings,
  userId: string,
  month: string,
): Promise<boolean> {
  const { clock, timeZone } = deps;
  const issuedAt = clock.now();
  const period = await selectPeriod(trx, month, monthAfter(month));
  const runId = newId();
  const lastEntry = await selectLastEntry(trx, userId, period.until);
  const previous = await selectLastRun(trx, userId);
  if (!(await insertRun(trx, { id: runId, userId, month, lastEntry, issuedAt }))) return false;
  await closeIncident(trx, clock, 'billing_failed', userId);
  const afterEntry = previous?.last_entry ?? (await selectLastEntry(trx, userId, period.from));
  const issuedOn = dateIn(timeZone, issuedAt);
  const facts = await readMonth(trx, { userId, ...period, afterEntry, lastEntry } satisfies MonthScope, {
    month,
    settings,
    timeZone,
    dueDays: (await readStanding(trx, userId)).dueDays,
    frame: {
      sample: !deps.paymentProvider.live,
      seller: sellerOf(settings),
      buyer: await buyerIn(trx, userId),
      issuedOn,
    },
  });
  const drafts = draftsOf(facts, { userId, runId, issuedAt });
  if (drafts.length === 0) return true;
  const kinds = new Set(drafts.map(({ kind }) => kind));
  const numbering = { prefix: settings.number_prefix, year: Number(issuedOn.slice(0, 4)) };
  await issueNumbered(trx, kinds, numbering, () => drafts);
  await queueBillingNotice(deps, trx, runId);
  return true;
}

async function buyerIn(trx: Trx, userId: string) {
  const [facts] = await selectBuyers(trx, [userId]);
  if (!facts) throw new Error(`client ${userId} does not exist`);
  return buyerOf(facts);
}

type Issue = { userId: string; runId: string; issuedAt: Date };

function draftsOf(facts: MonthFacts, issue: Issue): Draft[] {
  const { month, invoices } = facts;
  const statement = makeStatement(facts);
  const charges = chargesOf(facts);
  const credits = assignCredits(creditsOf(facts), [
    ...invoices.map((invoice) => ({
      month: invoice.period_start,
      leftCents: leftOf(invoice),
      dueCents: invoice.due_cents,
    })),
    ...(charges ? [{ month, leftCents: charges.totalCents, dueCents: 0 }] : []),
  ]);
  const creditNotes = invoices.flatMap((invoice) => {
    const lines = credits.get(invoice.period_start)?.map(({ line }) => line);
    return lines ? [draftOfNote(makeCreditNote(facts, invoice, lines), invoice, issue)] : [];
  });
  return [
    ...(statement ? [draftOfStatement(statement, issue)] : []),
    ...(charges ? [draftOfInvoice(makeInvoice(facts, charges, credits.get(month) ?? []), issue)] : []),
    ...creditNotes,
  ];
}

const leftOf = ({ total_cents, credited_cents }: MonthFacts['invoices'][number]) =>
  total_cents - credited_cents;

const frameOf = (
  { periodStart, periodEnd }: { periodStart: string; periodEnd: string },
  { userId, runId, issuedAt }: Issue,
) => ({
  user_id: userId,
  run_id: runId,
  payment_id: null,
  corrects: null,
  period_start: periodStart,
  period_end: periodEnd,
  issued_at: issuedAt,
  due_on: null,
});

const draftOfStatement = (content: StatementContent, issue: Issue): Draft => ({
  kind: 'statement',
  ...frameOf(content, issue),
  subtotal_cents: content.closingCents,
  tax_cents: 0,
  total_cents: content.closingCents,
  paid_cents: 0,
  due_cents: 0,
  content,
});

const draftOfInvoice = (content: InvoiceContent, issue: Issue): Draft => ({
  kind: 'invoice',
  ...frameOf(content, issue),
  due_on: content.dueOn,
  subtotal_cents: content.subtotalCents,
  tax_cents: content.totalCents - content.subtotalCents,
  total_cents: content.totalCents,
  paid_cents: content.totalCents - content.dueCents,
  due_cents: content.dueCents,
  content,
});

const draftOfNote = (content: CreditNoteContent, { id }: EarlierInvoice, issue: Issue): Draft => ({
  kind: 'credit_note',
  ...frameOf(content, issue),
  corrects: id,
  subtotal_cents: content.subtotalCents,
  tax_cents: content.totalCents - content.subtotalCents,
  total_cents: content.totalCents,
  paid_cents: 0,
  due_cents: 0,
  content,
});
