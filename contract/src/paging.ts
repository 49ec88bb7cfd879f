import * as z from 'zod/mini';

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
