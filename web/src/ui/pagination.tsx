import { formatCount } from '@lading/contract/format-count.ts';
import { PAGING } from '@lading/contract/messages.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { controlClass } from './field.tsx';
import { Icon } from './icon.tsx';

interface PagerProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** The visible range. */
  children: ReactNode;
}

export function Pager({ page, totalPages, onPage, children }: PagerProps) {
  return (
    <nav aria-label="Pagination" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="num text-small text-text-2">{children}</p>
      <div className="flex flex-wrap items-center gap-2">
        {totalPages > 1 && <PageField page={page} totalPages={totalPages} onPage={onPage} />}
        <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <Icon of={ChevronLeft} className="size-4" />
          {PAGING.previous}
        </Button>
        <Button variant="secondary" size="sm" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
          {PAGING.next}
          <Icon of={ChevronRight} className="size-4" />
        </Button>
      </div>
    </nav>
  );
}

interface PaginationProps extends Omit<PagerProps, 'children'> {
  totalRecords: number;
  pageSize: number;
  /** `totalRecords` is only a lower bound. */
  isMore?: boolean;
}

export function Pagination({ totalRecords, pageSize, isMore = false, ...pager }: PaginationProps) {
  const { page } = pager;
  const first = totalRecords === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, totalRecords);
  const from = Math.min(first, last);
  return (
    <Pager {...pager}>
      {isMore
        ? `Showing ${from} to ${last} of more than ${formatCount(totalRecords)} results`
        : PAGING.showing(from, last, totalRecords)}
    </Pager>
  );
}

type PageFieldProps = Omit<PagerProps, 'children'>;

/** Enter goes to the page; a number past the end goes to the last one. */
function PageField({ page, totalPages, onPage }: PageFieldProps) {
  const id = useId();
  const [text, setText] = useState(String(page));
  const [shown, setShown] = useState(page);
  if (shown !== page) {
    setShown(page);
    setText(String(page));
  }
  const go = (event: FormEvent) => {
    event.preventDefault();
    const asked = Math.min(Number(text), totalPages);
    if (asked >= 1 && asked !== page) onPage(asked);
    else setText(String(page));
  };
  return (
    <form onSubmit={go} className="num flex items-center gap-2 text-small text-text-2">
      <label htmlFor={id}>Page</label>
      <input
        id={id}
        name="page"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 6))}
        className={cx(controlClass, 'w-16! text-center md:min-h-8! md:w-14!')}
      />
      <span>of {formatCount(totalPages)}</span>
    </form>
  );
}
