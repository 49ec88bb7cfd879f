import { refuseParameter } from './stripe-double-refusal.ts';

/** A parsed form or query. Lists are objects with numeric names. */
export interface Form {
  [name: string]: string | Form;
}

/** `metadata[payment_id]=…` and `expand[]=…`, as nested objects. */
export function readForm(parameters: URLSearchParams): Form {
  const form: Form = {};
  for (const [name, value] of parameters) put(form, name.replaceAll(']', '').split('['), value);
  return form;
}

function put(form: Form, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(form).length) : name;
  if (rest.length === 0) {
    form[key] = value;
    return;
  }
  const inner = formOf(form, key);
  form[key] = inner;
  put(inner, rest, value);
}

export function textOf(form: Form, name: string): string | null {
  const value = form[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function neededText(form: Form, name: string): string {
  const value = textOf(form, name);
  if (value === null) throw refuseParameter(name, 'parameter_missing', `Missing required param: ${name}.`);
  return value;
}

export const formOf = (form: Form, name: string): Form => {
  const value = form[name];
  return typeof value === 'object' ? value : {};
};

export function integerOf(form: Form, name: string): number | null {
  const value = textOf(form, name);
  if (value !== null && !/^-?\d+$/.test(value))
    throw refuseParameter(name, 'parameter_invalid_integer', `Invalid integer: ${value}`);
  return value === null ? null : Number(value);
}

const MAX_METADATA_LENGTH = 500;

export function metadataOf(form: Form): Record<string, string> {
  const entries = Object.entries(formOf(form, 'metadata')).map(([name, value]) => {
    if (typeof value !== 'string' || value.length > MAX_METADATA_LENGTH)
      throw refuseParameter(
        'metadata',
        'parameter_invalid_string',
        `Metadata values can have up to ${MAX_METADATA_LENGTH} characters.`,
      );
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}
