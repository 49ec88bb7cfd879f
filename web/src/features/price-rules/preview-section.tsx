import { formatCount } from '@lading/contract/format-count.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import type { PreviewDays, PricePreview } from '@lading/contract/pricing/price-preview.ts';
import { API } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { formatChange } from '../../lib/format-change.ts';
import { cx } from '../../ui/cx.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PREVIEW } from './copy.ts';
import { PreviewTables } from './preview-tables.tsx';
import { usePreview } from './use-price-rules.ts';

const PERIODS = [
  { value: '30', label: PREVIEW.days['30'] },
  { value: '90', label: PREVIEW.days['90'] },
] as const;

/** What the draft would have changed for recent labels. */
export function PreviewSection({ revision }: { revision: string }) {
  const [days, setDays] = useState<PreviewDays>(30);
  const { data, error, isError, isFetching, refetch } = usePreview(days, revision);
  return (
    <section aria-labelledby="preview" aria-busy={isFetching || undefined} className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-prose">
          <h2 id="preview" className="text-h2">
            {PREVIEW.title}
          </h2>
          <p className="text-text-2">{PREVIEW.text}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Segmented
            legend={PREVIEW.period}
            value={String(days) as '30' | '90'}
            options={PERIODS}
            onChange={(value) => setDays(value === '90' ? 90 : 30)}
          />
          <ExportButton
            label={PREVIEW.export}
            path={API.adminPricePreviewDownload}
            query={{ days: String(days) }}
            exported={PREVIEW.exported}
            failed={PREVIEW.exportFailed}
          />
        </div>
      </div>
      {isError && (
        <ErrorPanel message={PREVIEW.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !isError && (
        <p role="status" className="flex items-center gap-2 text-text-2">
          <Spinner /> {PREVIEW.loading}
        </p>
      )}
      {data && !isError && (
        <div className={cx('grid gap-6 transition-opacity duration-140', isFetching && 'opacity-60')}>
          {data.labels === 0 ? <p>{PREVIEW.none}</p> : <Figures preview={data} />}
          <PreviewTables preview={data} />
        </div>
      )}
    </section>
  );
}

interface Figure {
  what: string;
  values: readonly [number, number, number];
  isMoney: boolean;
}

const columns = PREVIEW.figureColumns;

function Figures({ preview }: { preview: PricePreview }) {
  const { charged, now, after, labels, cost } = preview;
  const rows: Figure[] = [
    { what: PREVIEW.revenue, values: [charged.revenue, now.revenue, after.revenue], isMoney: true },
    { what: PREVIEW.margin, values: [charged.margin, now.margin, after.margin], isMoney: true },
    { what: PREVIEW.belowCost, values: [charged.belowCost, now.belowCost, after.belowCost], isMoney: false },
  ];
  const written = ({ isMoney }: Figure, value: number) =>
    isMoney ? formatMoney(centsOf(value)) : formatCount(value);
  const column = (key: 'charged' | 'now' | 'after', at: 0 | 1 | 2): DataColumn<Figure> => ({
    key,
    header: columns[key],
    align: 'right',
    cell: (figure) => (
      <span className={cx('num', key === 'after' && 'font-semibold')}>
        {written(figure, figure.values[at])}
      </span>
    ),
  });
  return (
    <div className="grid gap-2">
      <p className="num">{PREVIEW.labels(labels, formatMoney(centsOf(cost)))}</p>
      <DataTable
        caption={PREVIEW.figures}
        dense
        columns={[
          { key: 'what', header: columns.what, primary: true, cell: ({ what }) => what },
          column('charged', 0),
          column('now', 1),
          column('after', 2),
          {
            key: 'change',
            header: columns.change,
            align: 'right',
            cell: ({ isMoney, values: [, before, next] }) => (
              <span className="num">
                {isMoney
                  ? formatChange(centsOf(next) - centsOf(before))
                  : formatCount(next - before).replace('-', '−')}
              </span>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ what }) => what}
      />
    </div>
  );
}
