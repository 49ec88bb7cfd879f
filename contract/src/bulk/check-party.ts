import { type AddressForm, AddressFormSchema } from '../address-form.ts';
import { DEFAULT_COUNTRY } from '../constants.ts';
import { parseCountry } from '../countries.ts';
import { BULK, PHONE } from '../messages.ts';
import { checkPhoneIn, hasTenDigitPhones } from '../phone.ts';
import { readPostalCode } from '../postal-code.ts';
import { regionCode, US_TERRITORIES } from '../regions.ts';
import { columnTitle } from './column-names.ts';
import { BULK_LIMITS, type BulkColumn, type Party } from './columns.ts';
import type { BulkProblem, ProblemKind } from './row.ts';
import type { RowFindings } from './row-findings.ts';
import { withoutPointZero } from './unwrap-cell.ts';
import { restoreZip } from './zip-states.ts';

type PartyColumns = Readonly<Record<keyof AddressForm, BulkColumn>>;

/** The column for each field of the address form. */
const COLUMNS: Readonly<Record<Party, PartyColumns>> = {
  sender: columnsOf('sender'),
  receiver: columnsOf('receiver'),
};

function columnsOf(party: Party): PartyColumns {
  return {
    fullName: `${party}_fullname`,
    company: `${party}_company`,
    email: `${party}_email`,
    phone: `${party}_phone`,
    address: `${party}_address`,
    address2: `${party}_address2`,
    city: `${party}_city`,
    state: `${party}_state`,
    zipCode: `${party}_zipcode`,
    country: `${party}_country`,
  };
}

const KINDS: Partial<Record<keyof AddressForm, ProblemKind>> = {
  email: 'email',
  phone: 'phone',
  country: 'country',
};

const SHORTENED_NUMBER = /^\d(?:[.,]\d{1,15})?E\+?\d{1,2}$/i;
const SHORTENED = 'Your spreadsheet shortened this number and dropped its last digits. Please type it again.';

/** Validates the sender or recipient of a row with the schema of the forms and the API. */
export function checkParty(findings: RowFindings, party: Party): AddressForm | null {
  const columns = COLUMNS[party];
  readPlace(findings, columns);
  readPhone(findings, columns.phone);
  const form: Record<keyof AddressForm, string> = {
    fullName: findings.value(columns.fullName),
    company: findings.value(columns.company),
    email: findings.value(columns.email),
    phone: findings.value(columns.phone),
    address: findings.value(columns.address),
    address2: findings.value(columns.address2),
    city: findings.value(columns.city),
    state: findings.value(columns.state),
    zipCode: findings.value(columns.zipCode),
    country: findings.value(columns.country),
  };
  const parsed = AddressFormSchema.safeParse(form);
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path[0] as keyof AddressForm;
    const column = columns[field];
    if (findings.hasProblem(column)) continue;
    const fix = suggest(field, column, form[field], form.country);
    findings.problem(column, KINDS[field] ?? 'text', sentence(column, issue.message), fix);
  }
  return parsed.data ?? null;
}

export const sentence = (column: BulkColumn, problem: string): string => {
  if (column === 'sender_phone') return BULK.senderPhone(problem);
  if (column === 'receiver_phone') return BULK.receiverPhone(problem);
  return `${columnTitle(column)}: ${problem}`;
};

/** The country determines how to read the state, and both determine how to read the ZIP code. */
function readPlace(findings: RowFindings, columns: PartyColumns): void {
  const zip = withoutPointZero(findings.value(columns.zipCode));
  findings.repair(columns.zipCode, 'spreadsheet', zip);
  const written = findings.value(columns.country);
  const country = written === '' ? null : parseCountry(written);
  if (country === null) return;
  findings.repair(columns.country, 'country', country);
  const state = findings.value(columns.state);
  const american = country === 'US' || US_TERRITORIES.has(country);
  const code = regionCode(country, state);
  if (code) findings.repair(columns.state, 'state', code);
  if (american) {
    const restored = restoreZip(zip, code ?? country);
    const lostZeros = restored.startsWith('0') && !zip.startsWith('0');
    findings.repair(columns.zipCode, lostZeros ? 'zip_zeros' : 'spreadsheet', restored);
  }
}

function readPhone(findings: RowFindings, column: BulkColumn): void {
  const phone = withoutPointZero(findings.value(column));
  findings.repair(column, 'phone', phone);
  if (SHORTENED_NUMBER.test(phone))
    findings.problem(column, 'phone', sentence(column, `${PHONE.tenDigits} ${SHORTENED}`));
}

function suggest(
  field: keyof AddressForm,
  column: BulkColumn,
  value: string,
  country: string,
): BulkProblem['fix'] {
  if (value.length > BULK_LIMITS.cellLength) return undefined;
  const visible = value
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .trim();
  const isReadable = (text: string) =>
    AddressFormSchema.shape[field].safeParse(text).success &&
    (field !== 'phone' || checkPhoneIn(parseCountry(country) ?? DEFAULT_COUNTRY, text) === null);
  if (visible !== value && isReadable(visible))
    return { text: 'Remove invisible characters', cells: { [column]: visible } };
  if (field === 'zipCode') return withZeros(column, value, parseCountry(country) ?? DEFAULT_COUNTRY);
  const tenDigits = hasTenDigitPhones(parseCountry(country) ?? DEFAULT_COUNTRY);
  return field === 'phone' && tenDigits ? withoutCountryCode(column, value) : undefined;
}

/** Suggests the zeros that a spreadsheet dropped from the start of a postal code. */
function withZeros(column: BulkColumn, zip: string, country: string): BulkProblem['fix'] {
  if (!/^\d+$/.test(zip)) return undefined;
  const code = ['0', '00'].map((zeros) => readPostalCode(country, zeros + zip)).find((each) => each !== null);
  return code ? { text: `Use ${code}`, cells: { [column]: code } } : undefined;
}

/** Suggests the ten digits after the country code 1, which the specification does not allow. */
function withoutCountryCode(column: BulkColumn, phone: string): BulkProblem['fix'] {
  const [, national] = /^(?:00)?1(\d{10})$/.exec(phone.replaceAll(/\D/g, '')) ?? [];
  return national ? { text: `Use ${national}`, cells: { [column]: national } } : undefined;
}
