import type { FieldError } from '@lading/contract/errors.ts';
import type { Problems } from '../../lib/form-problems.ts';
import type { Wizard } from './wizard-state.ts';

/** Fields that the server refused, and the values that were sent. */
export interface RefusedFields {
  fields: readonly FieldError[];
  sent: Wizard;
}

/** The fields of this step have the names of the request, without `package.`. */
const fieldOf = (path: string) => path.replace(/^package\./, '');

function valueAt(wizard: Wizard, path: string): unknown {
  const parts = path.replace(/^package(?=\.|$)/, 'parcel').split('.');
  let value: unknown = wizard;
  for (const part of parts)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  return value;
}

const ON_PACKAGE_STEP = /^(?:package|customs|extras|shippingDate)(?:\.|$)/;

export const isOnPackageStep = ({ path }: FieldError): boolean => ON_PACKAGE_STEP.test(path);

/** A problem that the server found stays until its field changes. */
export function openProblems(refused: RefusedFields | null, wizard: Wizard): Problems {
  const problems: Problems = {};
  for (const { path, message } of refused?.fields.filter(isOnPackageStep) ?? [])
    if (refused && valueAt(refused.sent, path) === valueAt(wizard, path)) problems[fieldOf(path)] ??= message;
  return problems;
}
