import type { AdminAdjustment } from '@lading/contract/adjustments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { useMemo } from 'react';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { NothingFound } from '../../ui/nothing-found.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { useAdjustments } from './adjustment-calls.ts';
import { adjustmentColumns } from './adjustment-columns.tsx';
import { AdjustmentFilterBar } from './adjustment-filter-bar.tsx';
import { type AdjustmentsView, NO_FILTERS } from './adjustments-view.ts';
import { COPY } from './copy.ts';

const NO_ROWS: readonly AdminAdjustment[] = [];

interface AdjustmentListProps {
  view: AdjustmentsView;
  onChange: (part: Partial<AdjustmentsView>) => void;
}

export function AdjustmentList({ view, onChange }: AdjustmentListProps) {
  const adjustments = useAdjustments(view);
  const { data } = adjustments;
  const rows = data?.adjustments ?? NO_ROWS;
  const columns = useMemo(
    () => adjustmentColumns((adjustment) => onChange({ adjustment, page: view.page })),
    [onChange, view.page],
  );
  const turnTo = (page: number) => {
    onChange({ page });
    window.scrollTo({ top: 0 });
  };
  const clear = () => onChange(NO_FILTERS);
  usePageKeys(view.page, data?.pagination.totalPages ?? 1, turnTo);
  return (
    <>
      <AdjustmentFilterBar view={view} rows={rows} onChange={onChange} onClear={clear} />
      {data && (
        <p className="num text-text-2">
          {COPY.total(
            data.pagination.totalRecords,
            formatMoney(data.totals.billed),
            formatMoney(data.totals.client),
            data.totals.openDisputes,
          )}
        </p>
      )}
      <LoadedList
        query={adjustments}
        caption={COPY.title}
        headers={columns.map(({ header }) => header)}
        loadFailed={COPY.loadFailed}
      >
        {(busy) => (
          <DataTable
            caption={COPY.title}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            busy={busy}
            dense
            narrow
            sort={{
              sortBy: view.sortBy,
              sortOrder: view.sortOrder,
              onSort: (sortBy, sortOrder) =>
                onChange({ sortBy: sortBy === 'amount' ? 'amount' : 'date', sortOrder }),
            }}
            empty={
              <NothingFound
                title={COPY.empty}
                page={view.page}
                onClear={clear}
                onFirstPage={() => turnTo(1)}
              />
            }
          />
        )}
      </LoadedList>
      {data && rows.length > 0 && (
        <Pagination
          page={view.page}
          totalPages={data.pagination.totalPages}
          totalRecords={data.pagination.totalRecords}
          pageSize={PAGE_SIZE}
          onPage={turnTo}
        />
      )}
    </>
  );
}
