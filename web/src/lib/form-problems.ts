import type * as z from 'zod/mini';

export type Problems = Partial<Record<string, string>>;
export type Checked<Body> = { body: Body } | { errors: Problems };

/**
 * The first problem of each field. The last part of a path such as `defaultAddress.city` names the form
 * field.
 */
export function problemsByField(problems: readonly { path: string; message: string }[]): Problems {
  const errors: Problems = {};
  for (const { path, message } of problems) errors[path.split('.').at(-1) ?? ''] ??= message;
  return errors;
}

export function checkBody<Body>(schema: z.ZodMiniType<Body>, draft: unknown): Checked<Body> {
  const result = schema.safeParse(draft);
  if (result.success) return { body: result.data };
  const problems = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return { errors: problemsByField(problems) };
}
