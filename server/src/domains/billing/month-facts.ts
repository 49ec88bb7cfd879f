import { dateIn } from '@lading/contract/calendar-date.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Buyer, Seller } from './billing-content.ts';
import { lastDayOf } from './billing-months.ts';
import type { StoredSettings } from './billing-settings.store.ts';
import { type EarlierInvoice, selectInvoices } from './documents.store.ts';
import {
  type CardFacts,
  type EntryFacts,
  type LabelFacts,
  type MonthScope,
  type RefundFacts,
  type ReturnedRefund,
  selectBalanceAfter,
  selectCardMoney,
  selectEntries,
  selectHeldCents,
  selectLabels,
  selectRefunds,
  selectReturnedRefunds,
} from './month-facts.store.ts';

/** What every document of the month says. */
interface DocumentFrame {
  sample: boolean;
  seller: Seller;
  buyer: Buyer;
  issuedOn: string;
}

/** Everything that the documents of a client's month are made from. */
export interface MonthFacts {
  month: string;
  frame: DocumentFrame;
  settings: Pick<StoredSettings, 'tax_lines' | 'no_tax_reason' | 'payment_instructions'>;
  dueDays: number;
  /** The day in the operator's time zone. */
  dayOf: (moment: Date) => string;
  openingCents: number;
  /** The part of the opening balance that open payments held. */
  openingHeldCents: number;
  closingCents: number;
  /** The part of the closing balance that open payments hold. */
  heldCents: number;
  entries: EntryFacts[];
  labels: LabelFacts[];
  refunds: RefundFacts[];
  returnedRefunds: ReturnedRefund[];
  cardMoney: CardFacts[];
  invoices: EarlierInvoice[];
}

type Given = Pick<MonthFacts, 'month' | 'frame' | 'settings' | 'dueDays'> & { timeZone: string };

export async function readMonth(db: Handle, scope: MonthScope, given: Given): Promise<MonthFacts> {
  const { timeZone, ...rest } = given;
  const openingCents = await selectBalanceAfter(db, scope.afterEntry);
  const entries = await selectEntries(db, scope);
  return {
    ...rest,
    dayOf: (moment) => dateIn(timeZone, moment),
    openingCents,
    openingHeldCents: await selectHeldCents(db, {
      ...scope,
      until: scope.from,
      lastEntry: scope.afterEntry,
    }),
    closingCents: entries.at(-1)?.balance_cents ?? openingCents,
    heldCents: await selectHeldCents(db, scope),
    entries,
    labels: await selectLabels(db, scope),
    refunds: await selectRefunds(db, scope),
    returnedRefunds: await selectReturnedRefunds(db, scope),
    cardMoney: await selectCardMoney(db, scope),
    invoices: await selectInvoices(db, scope.userId),
  };
}

export const framed = ({ frame, month }: Pick<MonthFacts, 'frame' | 'month'>) => ({
  ...frame,
  periodStart: month,
  periodEnd: lastDayOf(month),
});
