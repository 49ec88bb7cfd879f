import { CLIENTS } from '@lading/contract/messages.ts';
import type { Pagination } from '@lading/contract/paging.ts';
import { Pager } from '../../ui/pagination.tsx';

interface ClientsFooterProps {
  shown: number;
  total: number;
  pagination: Pagination;
  onPage: (page: number) => void;
}

export function ClientsFooter({ shown, total, pagination, onPage }: ClientsFooterProps) {
  const { currentPage, totalPages } = pagination;
  const text = CLIENTS.showing(shown, total);
  if (totalPages === 1) return <p className="num text-small text-text-2">{text}</p>;
  return (
    <Pager page={currentPage} totalPages={totalPages} onPage={onPage}>
      {text}
    </Pager>
  );
}
