import { type Form, formOf, integerOf, textOf } from './stripe-double-form.ts';
import { refuseParameter } from './stripe-double-refusal.ts';

interface Listed {
  id: string;
  created: number;
}

const MAX_PAGE_SIZE = 100;
const USUAL_PAGE = 10;

/** A page of Stripe's lists: newest first. `all` is in order of creation. */
export function listOf<T extends Listed>(url: string, all: Iterable<T>, form: Form) {
  const limit = integerOf(form, 'limit') ?? USUAL_PAGE;
  if (limit < 1 || limit > MAX_PAGE_SIZE)
    throw refuseParameter('limit', 'parameter_invalid_integer', 'The limit must be from 1 to 100.');
  const fitting = [...all].reverse().filter(({ created }) => isWithin(form, created));
  const after = textOf(form, 'starting_after');
  const from = after === null ? 0 : fitting.findIndex(({ id }) => id === after) + 1;
  const data = fitting.slice(from, from + limit);
  return { object: 'list', url, has_more: fitting.length > from + limit, data };
}

function isWithin(form: Form, created: number): boolean {
  const exactly = integerOf(form, 'created');
  if (exactly !== null) return created === exactly;
  const range = formOf(form, 'created');
  const bound = (name: string, fits: (limit: number) => boolean) => {
    const limit = integerOf(range, name);
    return limit === null || fits(limit);
  };
  return (
    bound('gte', (limit) => created >= limit) &&
    bound('gt', (limit) => created > limit) &&
    bound('lte', (limit) => created <= limit) &&
    bound('lt', (limit) => created < limit)
  );
}

/** A copy in which objects replace the ids that `expand` names. */
export function expanded(object: object, form: Form, find: (id: string) => object | undefined): object {
  const copy = structuredClone(object);
  for (const path of Object.values(formOf(form, 'expand')))
    if (typeof path === 'string') expandAt(copy, path.split('.'), find);
  return copy;
}

function expandAt(at: unknown, [name, ...rest]: string[], find: (id: string) => object | undefined): void {
  if (Array.isArray(at)) {
    for (const item of at) expandAt(item, [name ?? '', ...rest], find);
    return;
  }
  if (typeof at !== 'object' || at === null || name === undefined) return;
  const value: unknown = Reflect.get(at, name);
  if (typeof value === 'string') Reflect.set(at, name, structuredClone(find(value)) ?? value);
  expandAt(Reflect.get(at, name), rest, find);
}
