import * as z from 'zod/mini';

/** NUL and lone surrogates: PostgreSQL cannot store them. */
const UNSTORABLE = /[\0\p{Cs}]/u;

export const storable = z.refine<string>(
  (text: string) => !UNSTORABLE.test(text),
  'Please remove invisible characters.',
);
