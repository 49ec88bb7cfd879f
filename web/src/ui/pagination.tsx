import { PAGING } from '@lading/contract/messages.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

export interface PaginationProps {
  page: number;
  totalPages: number;
  totalRecords: number;
  pageSize: number;
  onPage: (page: number) => void;
}

export function Pagination({ page, totalPages, totalRecords, pageSize, onPage }: PaginationProps) {
  const first = totalRecords === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, totalRecords);
  return (
    <nav aria-label="Pagination" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="num text-small text-text-2">
        {PAGING.showing(Math.min(first, last), last, totalRecords)}
      </p>
      <div className="flex items-center gap-2">
        <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden="true" strokeWidth={1.75} className="size-4" />
          {PAGING.previous}
        </Button>
        <Button variant="secondary" size="sm" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
          {PAGING.next}
          <ChevronRight aria-hidden="true" strokeWidth={1.75} className="size-4" />
        </Button>
      </div>
    </nav>
  );
}
