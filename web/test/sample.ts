import type * as z from 'zod/mini';

/** Every text of a sample, so that it is also a valid time. */
const TEXT = '2026-11-16T09:00:00.000Z';

/**
 * A small answer that fits a schema: one item in every list, true for every flag, and null where it may be.
 * For tests that depend on the presence of data but not on its values.
 */
export function sample<S extends z.core.$ZodType>(schema: S): z.output<S> {
  return make(schema) as z.output<S>;
}

function make(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, make(field)]));
    case 'array':
      return [make(def.element)];
    case 'string':
      return TEXT;
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'nullable':
      return null;
    case 'optional':
      return undefined;
    case 'default':
    case 'catch':
      return make(def.innerType);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'record':
      return {};
    case 'union':
      return def.options[0] && make(def.options[0]);
    default:
      throw new Error(`The sample has no value for ${def.type}`);
  }
}
