import type { AdminShipmentsAnswer } from '@lading/contract/admin-shipments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import type { ReactNode } from 'react';
import { COPY } from './copy.ts';

const { cards } = SHIPMENTS;

/** `data` is null while loading; the cards then have no figures. */
export function ShipmentCards({ data }: { data: AdminShipmentsAnswer['data'] | null }) {
  const paging = data?.pagination;
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-surface lg:grid-cols-4">
      <Card name={cards.total}>
        {paging && formatCount(paging.totalRecords)}
        {paging?.isMore && (
          <>
            <span aria-hidden="true">+</span>
            <span className="sr-only"> and more</span>
          </>
        )}
      </Card>
      <Card name={cards.currentPage} note="shipments shown">
        {data?.shipments.length}
      </Card>
      <Card name="Page">{paging && pageText(paging)}</Card>
      <Card name={cards.perPage} note="shipments">
        {PAGE_SIZE}
      </Card>
    </dl>
  );
}

/** A page beyond the last has no place in the list. */
const pageText = ({ currentPage, totalPages }: AdminShipmentsAnswer['data']['pagination']) =>
  currentPage > totalPages ? `${COPY.beyondLast} of ${totalPages}` : cards.page(currentPage, totalPages);

function Card({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="border-line px-4 py-3 not-first:border-l max-lg:odd:border-l-0 max-lg:nth-[n+3]:border-t">
      <dt className="text-micro text-text-2">{name}</dt>
      <dd className="mt-1 flex min-h-7 flex-wrap items-baseline gap-x-1.5">
        <span className="num text-h2">{children}</span>{' '}
        {note && children !== undefined && <span className="text-small text-text-2">{note}</span>}
      </dd>
    </div>
  );
}
