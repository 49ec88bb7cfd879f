import * as z from 'zod/mini';

/** Parses a query parameter. Values above `max` are reduced to it. */
export const wholeNumber = (fallback: number, max: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, 'Please use a whole number.')),
      z.pipe(
        z.transform(Number),
        z.number().check(
          z.minimum(1),
          z.overwrite((n) => Math.min(n, max)),
        ),
      ),
    ),
    fallback,
  );

export const PaginationSchema = z.object({
  totalRecords: z.number(),
  currentPage: z.number(),
  totalPages: z.number(),
  recordsPerPage: z.number(),
  hasPrevPage: z.boolean(),
  hasNextPage: z.boolean(),
});
export type Pagination = z.infer<typeof PaginationSchema>;

export function paginationOf(totalRecords: number, currentPage: number, recordsPerPage: number): Pagination {
  const totalPages = Math.max(1, Math.ceil(totalRecords / recordsPerPage));
  return {
    totalRecords,
    currentPage,
    totalPages,
    recordsPerPage,
    hasPrevPage: currentPage > 1,
    hasNextPage: currentPage < totalPages,
  };
}
