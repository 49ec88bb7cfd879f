import { MAX_LINE_LENGTH, type StandardStreet, standardizeStreet } from './standardize-street.ts';

export type CheckedStreet =
  | { street1: string; street2: string; delivery: StandardStreet; notes: string[] }
  | { problem: string };

const DELIVERABLE: ReadonlySet<StandardStreet['kind']> = new Set([
  'street',
  'po-box',
  'rural-route',
  'highway-contract',
  'military',
  'ship',
  'general-delivery',
]);

/** Both street lines in standard form, or what is missing. */
export function checkStreet(street1: string, street2: string, numberNeeded: boolean): CheckedStreet {
  if (street1.length > MAX_LINE_LENGTH || street2.length > MAX_LINE_LENGTH)
    return {
      problem: `The street address is too long: a line can have at most ${MAX_LINE_LENGTH} characters.`,
    };
  const first = standardizeStreet(street1);
  const second = standardizeStreet(street2);
  if (isDeliverable(first)) return { street1: first.display, ...secondLine(first, second, street2) };
  if (isDeliverable(second))
    return {
      street1: second.display,
      street2: asSecondLine(first, street1),
      delivery: second,
      notes: street1 === '' ? [] : ['The street belongs in the first line, so we swapped the two lines.'],
    };
  if (!numberNeeded && first.kind === 'unknown' && first.line !== '')
    return { street1: first.display, ...secondLine(first, second, street2) };
  return { problem: problemOf(first) };
}

function secondLine(first: StandardStreet, second: StandardStreet, entered: string) {
  const notes: string[] = [];
  if (first.box && first.name) notes.push(dualNote(first));
  if (second.kind === 'po-box' && first.kind === 'street')
    notes.push(`If an address has both a street and a box, mail goes to ${second.line}.`);
  return { street2: asSecondLine(second, entered), delivery: first, notes };
}

/** Company names stay as entered. */
function asSecondLine(line: StandardStreet, entered: string): string {
  return line.kind === 'unit' || isDeliverable(line) ? line.display : entered;
}

function dualNote(street: StandardStreet): string {
  return street.kind === 'po-box'
    ? `If one line has both a street and a box, mail goes to PO BOX ${street.box}.`
    : 'If one line has both a street and a box, mail goes to the street.';
}

function isDeliverable(street: StandardStreet): boolean {
  if (!DELIVERABLE.has(street.kind)) return false;
  const needsBox = street.kind === 'rural-route' || street.kind === 'highway-contract';
  return !needsBox || street.box !== null;
}

function problemOf(street: StandardStreet): string {
  switch (street.kind) {
    case 'empty':
      return 'Enter the street address, for example 123 Main St.';
    case 'unit':
      return 'Enter the street number and name; the apartment or suite alone is not enough.';
    case 'rural-route':
    case 'highway-contract':
      return `Add the box number after the route, for example ${street.line} BOX 18.`;
    default:
      return street.number !== '' || /^\d+$/.test(street.line)
        ? `Add the street name after the number ${street.number || street.line}.`
        : `Add the street number to “${street.display}”, for example 123 Main St.`;
  }
}
