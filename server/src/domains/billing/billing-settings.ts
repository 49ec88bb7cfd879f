import type { BillingSettingsAnswer, BillingSettingsBody, TaxLine } from '@lading/contract/billing.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { BillingDeps } from './billing.deps.ts';
import { firstDayOf } from './billing-months.ts';
import {
  lockSettings,
  type StoredSettings,
  selectSettings,
  startBilling,
  updateSettings,
} from './billing-settings.store.ts';

type Deps = Pick<BillingDeps, 'db' | 'clock' | 'timeZone'>;

export const showBillingSettings = async ({ db }: Pick<Deps, 'db'>): Promise<BillingSettingsAnswer> =>
  toAnswer(await selectSettings(db));

/** The first save starts billing. Issued documents stay as they are. */
export async function changeBillingSettings(
  { db, clock, timeZone }: Deps,
  admin: Actor,
  body: BillingSettingsBody,
): Promise<BillingSettingsAnswer> {
  return transaction(db, async (trx) => {
    const before = await lockSettings(trx);
    const thisMonth = firstDayOf(dateIn(timeZone, clock.now()));
    const startsOn = startOf(before, body, thisMonth);
    const fields = changedFields(toAnswer(before), body);
    if (fields.length === 0 && before.starts_on) return toAnswer(before);
    await updateSettings(trx, body, clock.now());
    await startBilling(trx, startsOn);
    await recordEvent(trx, clock, admin, {
      type: 'UPDATE_BILLING_SETTINGS',
      status: 'success',
      ...byActor(admin),
      details: {
        fields,
        ...taxChange(before.tax_lines, body.taxLines),
        ...(before.starts_on ? {} : { startMonth: startsOn.slice(0, 7) }),
      },
    });
    return toAnswer(await selectSettings(trx));
  });
}

function startOf(
  { starts_on: current }: StoredSettings,
  { startMonth }: BillingSettingsBody,
  thisMonth: string,
) {
  const wanted = startMonth === undefined ? null : firstDayOf(startMonth);
  if (current && wanted && wanted !== current) refuse('The first month can only be set once.');
  if (wanted && wanted > thisMonth) refuse('The first month must not be in the future.');
  return current ?? wanted ?? thisMonth;
}

function refuse(message: string): never {
  throw new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'startMonth', message }] });
}

/** Field names only, because the audit log keeps them forever. */
const changedFields = (
  before: BillingSettingsAnswer,
  { startMonth: _, ...after }: BillingSettingsBody,
): string[] =>
  Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof after]))
    .map(([name]) => name);

type Taxes = readonly Pick<TaxLine, 'rate' | 'appliesTo'>[];

function taxChange(linesBefore: Taxes, linesAfter: Taxes) {
  const [before, after] = [describeTaxes(linesBefore), describeTaxes(linesAfter)];
  return before === after ? {} : { taxes: { before, after } };
}

/** Without the names, which an admin typed. */
const describeTaxes = (lines: Taxes): string =>
  lines
    .map(
      ({ rate, appliesTo }) =>
        `${rate / 100}% of ${appliesTo === 'price' ? 'the price' : 'commission and fees'}`,
    )
    .join(', ') || 'no tax';

const toAnswer = (settings: StoredSettings): BillingSettingsAnswer => ({
  legalName: settings.legal_name,
  addressLines: settings.address_lines,
  taxId: settings.tax_id,
  contactEmail: settings.contact_email,
  numberPrefix: settings.number_prefix,
  paymentInstructions: settings.payment_instructions,
  taxLines: settings.tax_lines.map(({ name, rate, appliesTo }) => ({ name, rate, appliesTo })),
  noTaxReason: settings.no_tax_reason,
  startMonth: settings.starts_on?.slice(0, 7) ?? null,
});
