import { OptionalLineSchema } from '../address-form.ts';
import { DEFAULT_COUNTRY } from '../constants.ts';
import { BULK } from '../messages.ts';
import { parseProvince, parseState } from '../regions.ts';
import { checkCustoms } from './check-customs.ts';
import { checkExtras } from './check-extras.ts';
import { checkParcel, isOptionalSize } from './check-parcel.ts';
import { checkParty, sentence } from './check-party.ts';
import { BULK_COLUMNS, type BulkCells, type BulkColumn, REQUIRED_COLUMNS } from './columns.ts';
import { isOptionalPlace } from './optional-place.ts';
import { readDate } from './read-date.ts';
import type { BulkProblem, CheckContext, CheckedRow } from './row.ts';
import { RowFindings } from './row-findings.ts';
import { unwrapCode, unwrapFormula } from './unwrap-cell.ts';

const HOLDS_CODE = /_(?:zipcode|phone|weight|length|width|height|date)$/;
const UNWRAP = BULK_COLUMNS.map(
  (column) => [column, HOLDS_CODE.test(column) ? unwrapCode : unwrapFormula] as const,
);

/**
 * Validates a row without the network. Browser and server both use it. Checking the returned values again
 * gives the same values.
 */
export function checkBulkRow(cells: BulkCells, context: CheckContext): CheckedRow {
  const findings = new RowFindings(cells);
  for (const [column, unwrap] of UNWRAP)
    findings.repair(column, 'spreadsheet', unwrap(findings.value(column)));
  for (const column of REQUIRED_COLUMNS)
    if (
      findings.value(column) === '' &&
      !isOptionalSize(findings, column) &&
      !isOptionalPlace(findings.values, column)
    )
      findings.problem(column, 'missing', BULK.missing(column), fillIn(findings, column, context));

  const sender = checkParty(findings, 'sender');
  const receiver = checkParty(findings, 'receiver');
  const parcel = checkParcel(findings, context.decimalComma);
  const shippingDate = checkDate(findings, context.today);
  checkOrderRef(findings);
  const route = sender && receiver && parcel && { sender, receiver, parcel };
  const customs = route && checkCustoms(findings, route, context);
  const extras = checkExtras(findings, customs, context.decimalComma);

  const { values, repairs, problems } = findings;
  const complete = problems.length === 0 && sender && receiver && parcel && shippingDate;
  return {
    values,
    repairs,
    problems,
    shipment: complete
      ? {
          sender,
          receiver,
          package: parcel,
          shippingDate,
          ...(customs && { customs }),
          ...(extras && { extras }),
        }
      : null,
  };
}

/** Suggests a value for an empty cell. */
function fillIn(findings: RowFindings, column: BulkColumn, context: CheckContext): BulkProblem['fix'] {
  if (column === 'shipping_date') return { text: 'Use today', cells: { [column]: context.today } };
  if (column !== 'sender_country' && column !== 'receiver_country') return undefined;
  const state = findings.value(column === 'sender_country' ? 'sender_state' : 'receiver_state');
  const country = parseProvince(state) && !parseState(state) ? 'CA' : DEFAULT_COUNTRY;
  return { text: `Use ${country}`, cells: { [column]: country } };
}

function checkDate(findings: RowFindings, today: string): string | null {
  const column = 'shipping_date';
  if (findings.hasProblem(column)) return null;
  const written = findings.value(column);
  const read = readDate(written);
  if (!('date' in read)) {
    const fix = read.guess ? { text: `Use ${read.guess}`, cells: { [column]: read.guess } } : undefined;
    findings.problem(column, 'date_format', BULK.dateFormat(shorten(written)), fix);
    return null;
  }
  if (read.date >= today) {
    findings.repair(column, 'date', read.date);
    return read.date;
  }
  const fix = { text: 'Use today', cells: { [column]: today } };
  findings.problem(column, 'date_past', BULK.datePast(written), fix);
  return null;
}

const MAX_SHOWN_LENGTH = 60;
const shorten = (text: string) =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…` : text;

/** Printed and exported unchanged, so it must be readable. */
function checkOrderRef(findings: RowFindings): void {
  const column = 'order_ref';
  const [issue] = OptionalLineSchema.safeParse(findings.value(column)).error?.issues ?? [];
  if (issue) findings.problem(column, 'text', sentence(column, issue.message));
}
