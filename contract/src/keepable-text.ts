import * as z from 'zod/mini';

/** NUL and halves of a character: nobody types them, and no database keeps them. */
const UNKEEPABLE = /[\0\p{Cs}]/u;

export const keepable = z.refine<string>(
  (text: string) => !UNKEEPABLE.test(text),
  'Please remove invisible characters.',
);
