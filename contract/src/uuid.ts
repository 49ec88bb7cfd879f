import * as z from 'zod/mini';

/** An id in a request. Ids are compared as text, and ours are lowercase. */
export const uuid = (message?: string) => z.uuid(message).check(z.toLowerCase());
