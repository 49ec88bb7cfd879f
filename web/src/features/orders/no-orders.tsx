import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NothingFound } from '../../ui/nothing-found.tsx';
import { COPY } from './copy.ts';
import { hasFilters, type OrdersView } from './orders-view.ts';

interface NoOrdersProps {
  view: OrdersView;
  /** Orders of all views, without filters. */
  total: number;
  onClear: () => void;
  onFirstPage: () => void;
}

export function NoOrders({ view, total, onClear, onFirstPage }: NoOrdersProps) {
  if (hasFilters(view) || view.page > 1)
    return (
      <NothingFound
        title={hasFilters(view) ? COPY.noMatch : COPY.emptyPage}
        page={view.page}
        onClear={onClear}
        onFirstPage={onFirstPage}
      />
    );
  if (view.view === 'attention' && total > 0) return <EmptyState title={COPY.noAttention} />;
  if (view.view === 'shipped' && total > 0) return <EmptyState title={COPY.noShipped} />;
  if (total > 0) return <EmptyState title={COPY.noneReady}>{COPY.noneReadyHint}</EmptyState>;
  return (
    <EmptyState
      title={COPY.noOrders}
      action={
        <Link to={PAGES.orderSources} className={buttonClass()}>
          {COPY.connect}
        </Link>
      }
    >
      {COPY.noOrdersHint}
    </EmptyState>
  );
}
